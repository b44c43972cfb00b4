// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.AmendOrder;
import io.outcry.contracts.v1.CancelOrder;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.MassCancel;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.PlaceScaledOrder;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.Trade;
import io.outcry.contracts.v1.TradingState;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Stands in for the matching engine: answers each command, but has no book. A limit order rests, a stop waits, a market order is filled at
 * 100 for a fee of 1, and the clientOrderId steers the rest: {@code halted...} is refused, {@code silent...} gets no outcome.
 */
final class TestEngine implements AutoCloseable {

    private static final long MARKET_PRICE = 10_000;
    private static final int PRICE_SCALE = 2;
    private static final int QUANTITY_SCALE = 4;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Thread thread = Thread.ofPlatform().name("test-engine").daemon().unstarted(this::run);
    private final Map<String, Instrument> instruments = new HashMap<>();
    private final Map<String, Outcome> placements = new HashMap<>();
    private final SortedMap<Long, Placed> orders = new TreeMap<>();
    private final Map<Integer, Long> sequences = new HashMap<>();
    private volatile boolean stopped;

    /** An order as it is now. */
    private record Placed(String symbol, OrderReport report) {

        boolean isOf(String account) {
            return report.getAccount().equals(account);
        }

        Placed as(OrderReport.Builder changed) {
            return new Placed(symbol, changed.build());
        }
    }

    TestEngine(String bootstrapServers, int partitions) {
        consumer = new KafkaConsumer<>(
                Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers, ProducerConfig.LINGER_MS_CONFIG, 0,
                        ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        List<TopicPartition> all = IntStream.range(0, partitions)
                .mapToObj(partition -> new TopicPartition(Topics.ORDER_COMMANDS, partition))
                .toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
        thread.start();
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        consumer.close();
        producer.close(Duration.ofSeconds(1));
    }

    private void run() {
        while (!stopped) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(50))) {
                answer(record);
            }
        }
    }

    private void answer(ConsumerRecord<byte[], byte[]> record) {
        try {
            OrderCommand command = OrderCommand.parseFrom(record.value());
            if (command.getPlace().getClientOrderId().startsWith("silent") || command.getCancel().getClientOrderId().startsWith("silent")) {
                return;
            }
            Outcome outcome = outcome(record, command);
            producer.send(new ProducerRecord<>(
                    Topics.ORDER_OUTCOMES,
                    record.partition(),
                    null,
                    outcome.getSymbol().getBytes(StandardCharsets.UTF_8),
                    outcome.toByteArray(),
                    record.headers()));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }

    private Outcome outcome(ConsumerRecord<byte[], byte[]> record, OrderCommand command) {
        Outcome.Builder outcome = Outcome.newBuilder()
                .setInputOffset(record.offset())
                .setSequence(sequences.merge(record.partition(), 1L, Long::sum))
                .setTimeUs(command.getTimeUs());
        switch (command.getBodyCase()) {
            case PLACE -> place(outcome, LogPosition.of(record.partition(), record.offset()), command.getPlace());
            case PLACE_SCALED -> refuse(outcome, LogPosition.of(record.partition(), record.offset()), command.getPlaceScaled());
            case CANCEL -> cancel(outcome, record.partition(), command.getCancel());
            case MASS_CANCEL -> cancelAll(outcome, command.getMassCancel());
            case AMEND -> amend(outcome, command.getAmend());
            case DEFINE_INSTRUMENT -> {
                Instrument instrument = command.getDefineInstrument().getInstrument();
                instruments.put(instrument.getSymbol(), instrument);
                outcome.setSymbol(instrument.getSymbol()).setInstrument(instrument).setTradingState(TradingState.TRADING_STATE_TRADING);
            }
            case SET_TRADING_STATE -> {
                String symbol = command.getSetTradingState().getSymbol();
                outcome.setSymbol(symbol).setInstrument(instruments.get(symbol)).setTradingState(command.getSetTradingState().getState());
            }
            default -> outcome.setReject(RejectCode.REJECT_CODE_INVALID_COMMAND);
        }
        return outcome.build();
    }

    private void place(Outcome.Builder outcome, long orderId, PlaceOrder place) {
        Instrument instrument = instruments.get(place.getSymbol());
        outcome.setSymbol(place.getSymbol()).setPriceScale(instrument.getPriceScale()).setQuantityScale(instrument.getQuantityScale());
        String key = place.getAccount() + ' ' + place.getClientOrderId();
        Outcome first = placements.get(key);
        if (first != null) {
            outcome.setRepeatOfSequence(first.getSequence()).setRepeatOfTimeUs(first.getTimeUs()).addAllOrders(first.getOrdersList());
            return;
        }
        OrderReport.Builder report = report(orderId, place);
        if (place.getClientOrderId().startsWith("halted")) {
            outcome.setReject(RejectCode.REJECT_CODE_HALTED);
            report.setStatus(OrderStatus.ORDER_STATUS_REJECTED).setLeavesQuantity(0);
        } else if (place.getType() == OrderType.ORDER_TYPE_MARKET) {
            long quantity = place.getQuoteQuantity() == 0 ? place.getQuantity() : place.getQuoteQuantity() / MARKET_PRICE;
            report.setStatus(OrderStatus.ORDER_STATUS_FILLED)
                    .setQuantity(quantity)
                    .setExecutedQuantity(quantity)
                    .setLeavesQuantity(0)
                    .setCumulativeQuoteLow(MARKET_PRICE * quantity);
            outcome.addTrades(Trade.newBuilder()
                    .setTakerOrderId(orderId)
                    .setMakerOrderId(1)
                    .setTakerSide(Side.SIDE_BUY)
                    .setPrice(MARKET_PRICE)
                    .setQuantity(quantity)
                    .setTakerFee(1_000_000));
        }
        orders.put(orderId, new Placed(place.getSymbol(), report.build()));
        outcome.addOrders(report);
        if (!place.getClientOrderId().isEmpty()) {
            placements.put(key, outcome.build());
        }
    }

    /** Digits of its own has what a gateway expects to be refused; here it is, by what it is too fine or too small for. */
    private void refuse(Outcome.Builder outcome, long orderId, PlaceScaledOrder scaled) {
        PlaceOrder place = scaled.getOrder();
        Instrument instrument = instruments.get(place.getSymbol());
        outcome.setSymbol(place.getSymbol())
                .setPriceScale(scaled.getPriceScale())
                .setQuantityScale(scaled.getQuantityScale())
                .setReject(instrument == null ? RejectCode.REJECT_CODE_UNKNOWN_SYMBOL : broken(scaled, instrument))
                .addOrders(report(orderId, place).setStatus(OrderStatus.ORDER_STATUS_REJECTED).setLeavesQuantity(0));
    }

    private static RejectCode broken(PlaceScaledOrder scaled, Instrument instrument) {
        PlaceOrder place = scaled.getOrder();
        if (isOff(place.getPrice(), scaled.getPriceScale(), instrument.getTickSize(), instrument.getPriceScale())) {
            return RejectCode.REJECT_CODE_INVALID_TICK;
        }
        if (isOff(place.getQuantity(), scaled.getQuantityScale(), instrument.getLotSize(), instrument.getQuantityScale())
                || isOff(place.getDisplayQuantity(), scaled.getQuantityScale(), instrument.getLotSize(), instrument.getQuantityScale())
                || isOff(place.getQuoteQuantity(), scaled.getPriceScale() + scaled.getQuantityScale(), 1,
                        instrument.getPriceScale() + instrument.getQuantityScale())) {
            return RejectCode.REJECT_CODE_INVALID_LOT;
        }
        BigDecimal most = BigDecimal.valueOf(instrument.getMaxQuantity(), instrument.getQuantityScale());
        return BigDecimal.valueOf(place.getQuantity(), scaled.getQuantityScale()).compareTo(most) > 0
                ? RejectCode.REJECT_CODE_QUANTITY_OUT_OF_RANGE
                : RejectCode.REJECT_CODE_MIN_NOTIONAL;
    }

    private static boolean isOff(long value, int scale, long step, int stepScale) {
        return BigDecimal.valueOf(value, scale).remainder(BigDecimal.valueOf(step, stepScale)).signum() != 0;
    }

    private static OrderReport.Builder report(long orderId, PlaceOrder place) {
        return OrderReport.newBuilder()
                .setOrderId(orderId)
                .setAccount(place.getAccount())
                .setClientOrderId(place.getClientOrderId())
                .setSide(place.getSide())
                .setType(place.getType())
                .setTimeInForce(place.getTimeInForce())
                .setPrice(place.getPrice())
                .setQuantity(place.getQuantity())
                .setLeavesQuantity(place.getQuantity())
                .setStopPrice(place.getStopPrice())
                .setQuoteQuantity(place.getQuoteQuantity())
                .setPostOnly(place.getPostOnly())
                .setDisplayQuantity(place.getDisplayQuantity())
                .setSelfTradePrevention(place.getSelfTradePrevention())
                .setExpireTimeUs(place.getExpireTimeUs())
                .setStatus(place.getStopPrice() == 0 ? OrderStatus.ORDER_STATUS_NEW : OrderStatus.ORDER_STATUS_PENDING_TRIGGER);
    }

    private void cancel(Outcome.Builder outcome, int partition, CancelOrder cancel) {
        Placed order = cancel.getClientOrderId().isEmpty()
                ? orders.get(cancel.getOrderId())
                : orders.values().stream()
                        .filter(placed -> LogPosition.partition(placed.report.getOrderId()) == partition)
                        .filter(placed -> placed.isOf(cancel.getAccount()))
                        .filter(placed -> placed.report.getClientOrderId().equals(cancel.getClientOrderId()))
                        .findFirst().orElse(null);
        if (refuses(outcome, order, cancel.getAccount())) {
            return;
        }
        end(outcome, order);
    }

    private void cancelAll(Outcome.Builder outcome, MassCancel cancel) {
        outcome.setSymbol(cancel.getSymbol());
        List.copyOf(orders.values()).stream()
                .filter(placed -> placed.isOf(cancel.getAccount()) && placed.symbol.equals(cancel.getSymbol()))
                .filter(placed -> OrderJson.isOpen(placed.report.getStatus()))
                .filter(placed -> cancel.getSide() == Side.SIDE_UNSPECIFIED || placed.report.getSide() == cancel.getSide())
                .forEach(placed -> end(outcome, placed));
        // As if a waiting stop had been activated by the same command.
        outcome.addOrders(OrderReport.newBuilder().setOrderId(1).setAccount(cancel.getAccount()).setSide(Side.SIDE_BUY)
                .setType(OrderType.ORDER_TYPE_MARKET).setTimeInForce(TimeInForce.TIME_IN_FORCE_IOC)
                .setStatus(OrderStatus.ORDER_STATUS_EXPIRED));
    }

    private void amend(Outcome.Builder outcome, AmendOrder amend) {
        Placed order = orders.get(amend.getOrderId());
        if (refuses(outcome, order, amend.getAccount())) {
            return;
        }
        try {
            OrderReport.Builder changed = order.report.toBuilder();
            if (amend.getPrice() != 0) {
                changed.setPrice(BigDecimal.valueOf(amend.getPrice(), amend.getPriceScale()).movePointRight(PRICE_SCALE).longValueExact());
            }
            if (amend.getQuantity() != 0) {
                long quantity =
                        BigDecimal.valueOf(amend.getQuantity(), amend.getQuantityScale()).movePointRight(QUANTITY_SCALE).longValueExact();
                changed.setQuantity(quantity).setLeavesQuantity(quantity);
            }
            put(outcome, order.as(changed));
        } catch (ArithmeticException tooFine) {
            outcome.setReject(RejectCode.REJECT_CODE_INVALID_TICK);
        }
    }

    private static boolean refuses(Outcome.Builder outcome, Placed order, String account) {
        if (order == null || !order.isOf(account)) {
            outcome.setReject(RejectCode.REJECT_CODE_ORDER_NOT_FOUND);
        } else if (!OrderJson.isOpen(order.report.getStatus())) {
            outcome.setReject(RejectCode.REJECT_CODE_ORDER_NOT_OPEN);
        } else {
            return false;
        }
        return true;
    }

    private void end(Outcome.Builder outcome, Placed order) {
        put(outcome, order.as(order.report.toBuilder().setStatus(OrderStatus.ORDER_STATUS_CANCELED).setLeavesQuantity(0)));
    }

    private void put(Outcome.Builder outcome, Placed order) {
        orders.put(order.report.getOrderId(), order);
        outcome.setSymbol(order.symbol).setPriceScale(PRICE_SCALE).setQuantityScale(QUANTITY_SCALE).addOrders(order.report);
    }
}
