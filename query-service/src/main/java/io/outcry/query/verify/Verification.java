// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import io.outcry.contracts.v1.Outcome;
import io.outcry.query.domain.ViewOrigin;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.record.OutcomeRecords;
import io.outcry.query.record.PriceRecords;
import io.outcry.query.record.UnreadableRecordException;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Compares partitions of the view with their logs. A view that moves while it is compared is compared again; it must stand still for as long
 * as that takes.
 */
final class Verification {

    private static final int TRIES = 5;
    private static final int SCANNED = 1_000;

    private final RedisClusterCommands<String, String> redis;
    private final Consumer<byte[], byte[]> consumer;
    private final Map<ViewLog, String> topicIds;
    private final PartitionComparison.Limits limits;
    private final Map<String, StreamedBook> streamed;

    /**
     * @param topicIds Kafka's ids of the logs' topics
     * @param streamed books that a client put together before, by symbol
     */
    Verification(
            RedisClusterCommands<String, String> redis, Consumer<byte[], byte[]> consumer, Map<ViewLog, String> topicIds,
            PartitionComparison.Limits limits, Map<String, StreamedBook> streamed) {
        this.redis = redis;
        this.consumer = consumer;
        this.topicIds = topicIds;
        this.limits = limits;
        this.streamed = streamed;
    }

    /**
     * What came of one partition.
     *
     * @param position where the view was
     * @param differences what did not agree
     * @param books books of a stream's client that were compared
     */
    record Verdict(ViewPosition position, Differences differences, int books) {}

    /**
     * Nothing if the view would not stand still.
     *
     * @throws RedisException if the position of the view cannot be read
     */
    Optional<Verdict> verify(ViewPartition partition) {
        for (int i = 0; i < TRIES; i++) {
            ViewPosition before = position(partition);
            Differences differences = new Differences();
            StreamComparison stream = new StreamComparison(streamed, differences);
            if (partition.log() == ViewLog.ORDERS) {
                verifyOrders(partition, before, stream, differences);
            } else {
                verifyPrices(partition, before, differences);
            }
            verifyOrigin(partition, before, differences);
            findStrangers(partition, differences);
            if (position(partition).equals(before)) {
                return Optional.of(new Verdict(before, differences, stream.compared()));
            }
        }
        return Optional.empty();
    }

    private ViewPosition position(ViewPartition partition) {
        String key = new ViewKeys(partition).position();
        String stored = redis.get(key);
        try {
            return stored == null ? ViewPosition.EMPTY : ViewPosition.parse(stored);
        } catch (IllegalArgumentException e) {
            throw new RedisException(key + ": " + e.getMessage(), e);
        }
    }

    /** It comes with the first position, so what is there before says nothing. */
    private void verifyOrigin(ViewPartition partition, ViewPosition at, Differences differences) {
        String key = new ViewKeys(partition).origin();
        differences.expect(key);
        if (!at.isEmpty()) {
            String id = Objects.requireNonNull(topicIds.get(partition.log()));
            differences.compare(key, ViewOrigin.of(id).stored(), redis.get(key));
        }
    }

    private void verifyOrders(ViewPartition partition, ViewPosition at, StreamComparison stream, Differences differences) {
        PlainOrders orders = new PlainOrders(partition.number());
        PlainMarket.All market = new PlainMarket.All();
        PlainHoldings holdings = new PlainHoldings();
        ViewPosition[] folded = {ViewPosition.EMPTY};
        LogReplay.read(consumer, partition.topicPartition(), at.next(), record -> {
            Optional<Outcome> next = follow(record, folded);
            next.filter(outcome -> !OutcomeRecords.isEmpty(outcome)).ifPresent(outcome -> {
                orders.add(outcome);
                if (outcome.getRepeatOfSequence() != 0) {
                    return;
                }
                stream.before(outcome, market);
                market.add(outcome);
                holdings.add(outcome);
            });
        });
        stream.end(folded[0].sequence(), market);
        ViewKeys keys = new ViewKeys(partition);
        differences.compare(keys.position(), at.isEmpty() ? at : folded[0], at);
        new PartitionComparison(redis, keys, limits, differences).compare(orders, market, holdings);
    }

    /** The outcome in a record, if it is the next one; moves {@code at} beyond the record. */
    private static Optional<Outcome> follow(ConsumerRecord<byte[], byte[]> record, ViewPosition[] at) {
        try {
            Outcome outcome = OutcomeRecords.parse(record.value());
            if (at[0].judge(outcome.getInputOffset(), outcome.getSequence()) == ViewPosition.Verdict.NEXT) {
                at[0] = at[0].applied(record.offset(), outcome.getInputOffset(), outcome.getSequence(), outcome.getTimeUs() / 1_000);
                return Optional.of(outcome);
            }
            at[0] = at[0].passed(record.offset());
        } catch (UnreadableRecordException e) {
            at[0] = at[0].unreadable(record.offset());
        }
        return Optional.empty();
    }

    private void verifyPrices(ViewPartition partition, ViewPosition at, Differences differences) {
        Map<String, ConsumerRecord<byte[], byte[]>> last = new HashMap<>();
        LogReplay.read(consumer, partition.topicPartition(), at.next(), record -> {
            try {
                PriceRecords.stored(PriceRecords.parse(record.value()), record.offset());
                last.put(new String(record.key(), StandardCharsets.UTF_8), record);
            } catch (UnreadableRecordException e) {
                differences.expect(String.valueOf(e.getMessage()));
            }
        });
        ViewKeys keys = new ViewKeys(partition);
        differences.expect(keys.position());
        last.forEach((symbol, record) -> {
            differences.expect(keys.priceUpdate(symbol));
            differences.compare(keys.price(symbol), stored(record), redis.get(keys.price(symbol)));
        });
    }

    private static String stored(ConsumerRecord<byte[], byte[]> record) {
        try {
            return PriceRecords.stored(PriceRecords.parse(record.value()), record.offset()).stored();
        } catch (UnreadableRecordException e) {
            throw new IllegalStateException("a record that could be read before", e);
        }
    }

    private void findStrangers(ViewPartition partition, Differences differences) {
        ScanArgs own = ScanArgs.Builder.matches(new ViewKeys(partition).prefix() + "*").limit(SCANNED);
        KeyScanCursor<String> page = redis.scan(own);
        while (true) {
            page.getKeys().stream().filter(key -> !differences.wasExpected(key))
                    .forEach(key -> differences.differs(key, "nothing in the log"));
            if (page.isFinished()) {
                return;
            }
            page = redis.scan(page, own);
        }
    }
}
