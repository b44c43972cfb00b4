// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.topic.ReplyHeader;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.trace.TraceParent;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.recovery.ChainPoint;
import io.outcry.matching.recovery.OutcomeChain;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.AbstractRecords;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** An outcome has its symbol as key and carries what its command says of trace and reply, and no number depends on either. */
class OutcomeRecordTest {

    private static final long NOW_US = 1_700_000_000_000_000L;
    private static final byte[] TRACE =
            "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".getBytes(StandardCharsets.US_ASCII);

    private final MatchingPartition traced = partition();
    private final MatchingPartition silent = partition();

    private static MatchingPartition partition() {
        MatchingPartition partition = new MatchingPartition(
                0, Unacknowledged.limitBytes(1), new MatchingMetrics(new SimpleMeterRegistry()));
        partition.loaded(Recoveries.fromNothing(0), Recoveries.noSnapshots(0), 0);
        return partition;
    }

    private static ConsumerRecord<byte[], byte[]> command(long offset, byte[] trace) {
        return command(offset, "BTC-USD", trace);
    }

    private static ConsumerRecord<byte[], byte[]> command(long offset, String symbol, byte[] trace) {
        RecordHeaders headers = new RecordHeaders();
        headers.add(ReplyHeader.NAME, new byte[16]);
        if (trace != null) {
            headers.add(TraceParent.HEADER, trace);
        }
        byte[] tick = WireCommands.tick(NOW_US + offset, symbol).toByteArray();
        return new ConsumerRecord<>(
                Topics.ORDER_COMMANDS, 0, offset, 0, TimestampType.CREATE_TIME, 0, tick.length, null, tick, headers, Optional.empty());
    }

    private static byte[] trace(ProducerRecord<byte[], byte[]> outcome) {
        Header header = outcome.headers().lastHeader(TraceParent.HEADER);
        return header == null ? null : header.value();
    }

    @Test
    void theTraceOfACommandIsThatOfItsOutcomeByteForByte() {
        ProducerRecord<byte[], byte[]> outcome = traced.apply(command(0, TRACE));

        assertThat(trace(outcome)).isEqualTo(TRACE);
        assertThat(outcome.headers().lastHeader(ReplyHeader.NAME)).isNotNull();
        assertThat(trace(traced.apply(command(1, null)))).isNull();
    }

    @Test
    void itsKeyIsTheSymbolWhicheverCameBefore() {
        List<String> symbols = List.of("BTC-USD", "BTC-USD", "ETH-USD", "BTC-USD", "", "ETH-USD");

        for (int i = 0; i < symbols.size(); i++) {
            assertThat(silent.apply(command(i, symbols.get(i), null)).key())
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo(symbols.get(i));
        }
    }

    @Test
    void whatCannotBeATraceIsNotCarriedOn() {
        assertThat(trace(traced.apply(command(0, new byte[1_000_000])))).isNull();
        assertThat(trace(traced.apply(command(1, new byte[0])))).isNull();
    }

    @Test
    void theLargestThatIsMadeIsOneThatKafkaTakes() {
        byte[] key = new byte[1_000];
        byte[] value = new byte[OutcomeRecord.MOST_BYTES - key.length - 16];
        ConsumerRecord<byte[], byte[]> command = command(0, TRACE);
        ChainPoint chain = new ChainPoint(OutcomeChain.INTERVAL, Long.MIN_VALUE);
        ProducerRecord<byte[], byte[]> largest = OutcomeRecord.of(command, key, value, chain);

        assertThat(largest.headers().toArray()).as("reply, trace and chain").hasSize(3);
        assertThat(AbstractRecords.estimateSizeInBytesUpperBound(
                RecordBatch.CURRENT_MAGIC_VALUE, CompressionType.NONE, key, value, largest.headers().toArray()))
                .isLessThanOrEqualTo(TopicLayout.MAX_RECORD_BYTES);
        assertThatThrownBy(() -> OutcomeRecord.of(command, new byte[key.length + 1], value, null))
                .hasMessageContaining("an outcome of " + (OutcomeRecord.MOST_BYTES + 1) + " bytes");
    }

    @Test
    void outcomesAndTheirHashChainAreTheSameWithAndWithout() {
        for (long offset = 0; offset < OutcomeChain.INTERVAL; offset++) {
            ProducerRecord<byte[], byte[]> with = traced.apply(command(offset, TRACE));
            ProducerRecord<byte[], byte[]> without = silent.apply(command(offset, null));
            assertThat(with.value()).isEqualTo(without.value());
        }
        assertThat(traced.chain()).isNotNull().isEqualTo(silent.chain()).extracting(ChainPoint::sequence)
                .isEqualTo((long) OutcomeChain.INTERVAL);
    }

    @Test
    void theChainThatIsShownIsTheOneThatWasPublished() {
        assertThat(traced.chain()).isNull();
        ProducerRecord<byte[], byte[]> last = null;
        for (long offset = 0; offset < OutcomeChain.INTERVAL; offset++) {
            last = traced.apply(command(offset, null));
        }
        assertThat(traced.chain()).isEqualTo(ChainPoint.of(OutcomeChain.INTERVAL, last.headers().lastHeader(ChainPoint.HEADER).value()));
    }
}
