// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.CancelOrder;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Trade;
import io.outcry.contracts.v1.TradingState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
 * Stands in for the matching engine: answers each command, but has no book. A limit order rests, a market order is filled at 100, and the
 * clientOrderId steers the rest: {@code halted...} is refused, {@code silent...} gets no outcome.
 */
final class TestEngine implements AutoCloseable {

    private static final long MARKET_PRICE = 10_000;

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Thread thread = Thread.ofPlatform().name("test-engine").daemon().unstarted(this::run);
    private final Map<String, Instrument> instruments = new HashMap<>();
    private final Map<String, Outcome> placements = new HashMap<>();
    private final Map<Long, OrderReport> orders = new HashMap<>();
    private final Map<Integer, Long> sequences = new HashMap<>();
    private volatile boolean stopped;

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
            if (command.getPlace().getClientOrderId().startsWith("silent")) {
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
            case CANCEL -> cancel(outcome, command.getCancel());
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
        OrderReport.Builder report = OrderReport.newBuilder()
                .setOrderId(orderId)
                .setAccount(place.getAccount())
                .setClientOrderId(place.getClientOrderId())
                .setSide(place.getSide())
                .setType(place.getType())
                .setTimeInForce(place.getTimeInForce())
                .setPrice(place.getPrice())
                .setQuantity(place.getQuantity())
                .setStatus(OrderStatus.ORDER_STATUS_NEW);
        if (place.getClientOrderId().startsWith("halted")) {
            outcome.setReject(RejectCode.REJECT_CODE_HALTED);
            report.setStatus(OrderStatus.ORDER_STATUS_REJECTED);
        } else if (place.getType() == OrderType.ORDER_TYPE_MARKET) {
            report.setStatus(OrderStatus.ORDER_STATUS_FILLED)
                    .setExecutedQuantity(place.getQuantity())
                    .setCumulativeQuoteLow(MARKET_PRICE * place.getQuantity());
            outcome.addTrades(Trade.newBuilder()
                    .setTakerOrderId(orderId)
                    .setMakerOrderId(1)
                    .setTakerSide(Side.SIDE_BUY)
                    .setPrice(MARKET_PRICE)
                    .setQuantity(place.getQuantity()));
        }
        orders.put(orderId, report.build());
        outcome.addOrders(report);
        if (!place.getClientOrderId().isEmpty()) {
            placements.put(key, outcome.build());
        }
    }

    private void cancel(Outcome.Builder outcome, CancelOrder cancel) {
        OrderReport order = orders.get(cancel.getOrderId());
        if (order == null || !order.getAccount().equals(cancel.getAccount())) {
            outcome.setReject(RejectCode.REJECT_CODE_ORDER_NOT_FOUND);
        } else if (order.getStatus() != OrderStatus.ORDER_STATUS_NEW) {
            outcome.setReject(RejectCode.REJECT_CODE_ORDER_NOT_OPEN);
        } else {
            OrderReport canceled = order.toBuilder().setStatus(OrderStatus.ORDER_STATUS_CANCELED).build();
            orders.put(cancel.getOrderId(), canceled);
            outcome.setSymbol("BTC-USD").setPriceScale(2).setQuantityScale(4).addOrders(canceled);
        }
    }
}
