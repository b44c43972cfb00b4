// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.reads;

import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PriceStatus;
import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.Trade;
import io.outcry.contracts.v1.TradingState;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes outcomes and prices as the engine and the price service would, at full speed. */
public final class LogWriter implements AutoCloseable {

    static final int PARTITIONS = 4;

    /** Accounts that have the orders in turn. */
    static final int ACCOUNTS = 100;

    private static final long PRICE = 6_000_000;
    private static final long LOT = 10_000;
    private static final Callback UNHEARD = (_, _) -> {};

    private final KafkaProducer<byte[], byte[]> producer;
    private final long[] inputs = new long[PARTITIONS];
    private final long startMicros = System.currentTimeMillis() * 1_000;
    private long written;

    /** @param lingerMillis how long it waits for more to send at once */
    public LogWriter(String bootstrapServers, int lingerMillis) {
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "acks", "all", "linger.ms", lingerMillis, "batch.size", 1 << 18,
                        "buffer.memory", 64L << 20),
                new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Name of symbol number {@code i}. */
    public static String symbol(int i) {
        return "S" + String.format("%05d", i) + "-USD";
    }

    /** The account of order number {@code i}. */
    static String account(int i) {
        return "acc" + i % ACCOUNTS;
    }

    /** The API key of the account of order number {@code i}. */
    static String key(int i) {
        return "key-of-account-" + i % ACCOUNTS;
    }

    public void instrument(String symbol) {
        Instrument rules =
                Instrument.newBuilder().setSymbol(symbol).setBaseAsset("S").setQuoteAsset("USD").setPriceScale(2).setQuantityScale(4)
                        .setTickSize(1).setLotSize(1).setMinQuantity(1).setMaxQuantity(1_000_000_000).setTier(Tier.TIER_HOT).build();
        send(next(symbol).setInstrument(rules).setTradingState(TradingState.TRADING_STATE_TRADING).build());
    }

    /** A limit order that rests; returns its id. */
    public long rest(String symbol, String account, int number) {
        return rest(symbol, account, number, _ -> {});
    }

    /** As {@link #rest(String, String, int)}; {@code acknowledged} hears its id when the log has its outcome. */
    long rest(String symbol, String account, int number, LongConsumer acknowledged) {
        Outcome.Builder outcome = next(symbol);
        long id = LogPosition.of(Partitioning.ofSymbol(symbol, PARTITIONS), outcome.getInputOffset());
        long price = PRICE - number % 500;
        send(outcome.addOrders(report(id, account, "c-" + number, Side.SIDE_BUY, price, 0, OrderStatus.ORDER_STATUS_NEW))
                .addLevels(LevelChange.newBuilder().setSide(Side.SIDE_BUY).setPrice(price).setQuantity((number % 1_000 + 1) * LOT)
                        .setOrders(1))
                .build(), (_, failure) -> {
                    if (failure == null) {
                        acknowledged.accept(id);
                    }
                });
        return id;
    }

    /** An order that takes all of the resting order {@code maker}; both end with it. */
    long take(String symbol, String account, long maker, String makersAccount, int makersNumber) {
        Outcome.Builder outcome = next(symbol);
        long id = LogPosition.of(Partitioning.ofSymbol(symbol, PARTITIONS), outcome.getInputOffset());
        long price = PRICE - makersNumber % 500;
        send(outcome.addOrders(report(id, account, "", Side.SIDE_SELL, price, LOT, OrderStatus.ORDER_STATUS_FILLED))
                .addOrders(report(maker, makersAccount, "c-" + makersNumber, Side.SIDE_BUY, price, LOT, OrderStatus.ORDER_STATUS_FILLED))
                .addTrades(Trade.newBuilder().setTakerOrderId(id).setMakerOrderId(maker).setTakerSide(Side.SIDE_SELL).setPrice(price)
                        .setQuantity(LOT).setTakerFee(1_000).setMakerFee(-100))
                .addLevels(LevelChange.newBuilder().setSide(Side.SIDE_BUY).setPrice(price).setQuantity(0)).build());
        return id;
    }

    void price(String symbol, long price) {
        long now = System.currentTimeMillis() * 1_000;
        PriceUpdate update = PriceUpdate.newBuilder().setSymbol(symbol).setScale(2).setPrice(price).setConfidence(5).setBid(price - 1)
                .setAsk(price + 1).setAsOfUs(now).setStatus(PriceStatus.PRICE_STATUS_FRESH).setTier(Tier.TIER_COLD).setSources(3).build();
        producer.send(new ProducerRecord<>(
                Topics.PRICE_UPDATES, Partitioning.ofSymbol(symbol, PARTITIONS), symbol.getBytes(StandardCharsets.UTF_8),
                update.toByteArray()));
    }

    /** Offset of the newest command of each partition. */
    long newest(int partition) {
        return inputs[partition] - 1;
    }

    /** Outcomes written. */
    long written() {
        return written;
    }

    void flush() {
        producer.flush();
    }

    @Override
    public void close() {
        producer.close();
    }

    private Outcome.Builder next(String symbol) {
        int partition = Partitioning.ofSymbol(symbol, PARTITIONS);
        long input = inputs[partition]++;
        return Outcome.newBuilder().setInputOffset(input).setSequence(input + 1).setTimeUs(startMicros + written++).setSymbol(symbol)
                .setPriceScale(2).setQuantityScale(4);
    }

    private void send(Outcome outcome) {
        send(outcome, UNHEARD);
    }

    private void send(Outcome outcome, Callback acknowledged) {
        producer.send(new ProducerRecord<>(
                Topics.ORDER_OUTCOMES, Partitioning.ofSymbol(outcome.getSymbol(), PARTITIONS),
                outcome.getSymbol().getBytes(StandardCharsets.UTF_8), outcome.toByteArray()), acknowledged);
    }

    private static OrderReport report(
            long id, String account, String clientOrderId, Side side, long price, long executed, OrderStatus status) {
        return OrderReport.newBuilder().setOrderId(id).setAccount(account).setClientOrderId(clientOrderId).setSide(side)
                .setType(OrderType.ORDER_TYPE_LIMIT).setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC).setPrice(price).setQuantity(LOT)
                .setExecutedQuantity(executed).setLeavesQuantity(status == OrderStatus.ORDER_STATUS_NEW ? LOT : 0)
                .setCumulativeQuoteLow(executed * price).setStatus(status).build();
    }
}
