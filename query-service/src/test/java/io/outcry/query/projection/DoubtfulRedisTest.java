// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.contracts.trace.Tracing;
import io.outcry.contracts.trace.TracingConfiguration;
import io.outcry.contracts.v1.Outcome;
import io.outcry.query.domain.ViewOrigin;
import io.outcry.query.log.LogProducer;
import io.outcry.query.position.LogIds;
import io.outcry.query.position.ProjectionFaults;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.kafka.event.ListenerContainerIdleEvent;

/** A Redis that can be read but not written, and one that is elsewhere: what is said of it, and that the partition goes on. */
class DoubtfulRedisTest {

    private static final TopicPartition PARTITION = new TopicPartition(ViewLog.ORDERS.topic(), 0);
    private static final String FULL = "OOM command not allowed when used memory > 'maxmemory'.";
    private static final String HERE = "10:9:10:0:0:0";
    private static final byte[] NEXT = outcome(11);
    private static final byte[] LATER = outcome(20);
    private static final byte[] NONE = {(byte) 0xff};

    @RegisterExtension
    private final ToldLines said = ToldLines.of(LogProjection.class);

    @RegisterExtension
    private final ToldLines saidOfPartition = ToldLines.of(PartitionProjection.class);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ScriptedRedis redis = new ScriptedRedis();
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final ProjectionFaults faults = new ProjectionFaults();
    private final LogIds ids = new LogIds();
    private final LogProjection projection = projection(Tracing.off());
    private long nowNanos;

    private static byte[] outcome(long sequence) {
        return Outcome.newBuilder().setSequence(sequence).setInputOffset(sequence - 1).setTimeUs(1).build().toByteArray();
    }

    private LogProjection projection(Tracing tracing) {
        ViewWriter writer = redis.writer();
        ProjectionMetrics metrics = new ProjectionMetrics(meters, ViewLog.ORDERS);
        ProjectionSettings settings = new ProjectionSettings("group", 1, 1, 1, 1, 1);
        RecordFold.Factory folds = partition -> {
            RunningTotals totals = new RunningTotals(writer.totals(partition));
            return new OutcomeFold(new OutcomeChanges(partition, settings, totals), totals, metrics);
        };
        DeadLetters letters = new DeadLetters(new LogProducer(producer, 1, Clock.systemUTC()), "letters");
        return new LogProjection(ViewLog.ORDERS, folds, new PartitionProjection.Tools(
                writer, new ViewPositions(1, 1), ids, letters, metrics, faults, Clock.systemUTC(), tracing),
                new LogProjection.Pace() {

                    @Override
                    public long nanoTime() {
                        return nowNanos;
                    }

                    @Override
                    public void rest(long millis) {
                        nowNanos += TimeUnit.MILLISECONDS.toNanos(millis);
                    }
                });
    }

    @BeforeEach
    void begin() {
        ids.observe(ViewLog.ORDERS, "orders");
        redis.position = HERE;
        redis.origin = ViewOrigin.of("orders").stored();
        consumer.assign(List.of(PARTITION));
        projection.onPartitionsAssigned(consumer, List.of(PARTITION));
    }

    @Test
    void thatARedisIsFullIsSaidOnceEachTime() {
        redis.refusal = FULL;
        pollFor(5, NEXT);
        assertThat(said.list()).singleElement().satisfies(line -> assertThat(line.getKeyValuePairs().toString()).contains(FULL));

        redis.refusal = "";
        poll(NEXT);
        redis.position = "11:10:11:0:0:0";
        idle();
        nowNanos += TimeUnit.MINUTES.toNanos(1);
        redis.refusal = FULL;
        byte[] next = outcome(12);
        poll(next);
        idle();
        assertThat(said.list()).as("it has only begun again").hasSize(1);
        pollFor(5, next);
        assertThat(said.list()).hasSize(2);
    }

    @Test
    void thatNothingCanBePutAsideIsSaidToo() {
        producer.sendException = new TopicAuthorizationException("letters");
        pollFor(5, NONE);
        assertThat(said.list()).singleElement()
                .satisfies(line -> assertThat(line.getKeyValuePairs().toString()).contains("letters"));
    }

    @Test
    void aPartitionThatGoesElsewhereInOrderLeavesNothingBehind() {
        poll(LATER);
        assertThat(faults.all()).containsOnlyKeys("o0");
        projection.onPartitionsRevokedAfterCommit(consumer, List.of(PARTITION));
        assertThat(faults.all()).isEmpty();
    }

    /** It hears of its loss when it polls next, long after another consumer of this process was given the partition. */
    @Test
    void whoHasLostAPartitionSaysNothingOfItAnyMore() {
        projection(Tracing.off()).onPartitionsAssigned(consumer, List.of(PARTITION));
        poll(LATER);
        assertThat(faults.all()).as("what only the one finds that has lost it").isEmpty();
    }

    @Test
    void whatItsNextConsumerHasFoundStaysWhenTheOneBeforeHearsThatItHasLostThePartition() {
        LogProjection next = projection(Tracing.off());
        next.onPartitionsAssigned(consumer, List.of(PARTITION));
        next.onMessage(List.of(record(10, LATER)), consumer);
        assertThat(faults.all()).containsOnlyKeys("o0");
        projection.onPartitionsLost(consumer, List.of(PARTITION));
        assertThat(faults.all()).containsOnlyKeys("o0");
    }

    @Test
    void aStoppedPartitionGoesOnAfterAFlushAlsoIfRedisIsNotReadyForItAtOnce() {
        poll(LATER);
        assertThat(faults.all()).containsOnlyKeys("o0");
        assertThat(consumer.paused()).containsExactly(PARTITION);

        redis.position = "";
        redis.refusal = FULL;
        idle();
        assertThat(faults.all()).as("it does not go on yet").containsOnlyKeys("o0");
        redis.refusal = "";
        idle();
        assertThat(faults.all()).isEmpty();
        assertGoesOnAt(0);
    }

    @Test
    void aStoppedPartitionGoesOnWhenABatchFindsRedisElsewhere() {
        redis.answer = "30:29:30:0:0:0";
        projection.onMessage(List.of(record(10, NEXT), record(11, LATER)), consumer);
        assertThat(consumer.paused()).containsExactly(PARTITION);

        redis.position = redis.answer;
        idle();
        assertThat(faults.all()).isEmpty();
        assertGoesOnAt(30);
    }

    @Test
    void whatWasNotAppliedThoughRedisIsWhereItWasComesAgain() {
        redis.answer = HERE;
        poll(NEXT);
        idle();
        assertGoesOnAt(10);
    }

    @Test
    void anOlderViewIsRemovedWholeAlsoWhereNothingWasApplied() {
        redis.position = "";
        idle();
        redis.searches = 0;
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        findOlderView();
        assertThat(redis.searches).isOne();
        assertGoesOnAt(0);
    }

    @Test
    void anOlderViewInThePlaceOfOneThatHadGotFurtherIsALossOfWhatThatHad() {
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        findOlderView();
        assertThat(meters.get("outcry.query.projection.resyncs").counter().count()).isEqualTo(1);
        assertGoesOnAt(0);
    }

    @Test
    void anOlderViewIsKeptWhereTheLogHasLostItsBeginningOrKafkaDoesNotSay() {
        for (int millis = 1_000; millis < 1_010; millis++) {
            consumer.setOffsetsException(new TimeoutException("not within " + millis + " ms"));
            findOlderView();
            nowNanos += TimeUnit.SECONDS.toNanos(10);
        }
        assertThat(faults.all()).containsOnlyKeys("o0");
        assertThat(faults.all().get("o0")).contains("Kafka does not say");
        assertThat(saidOfPartition.list()).as("told once").hasSize(1);
        consumer.updateBeginningOffsets(Map.of(PARTITION, 7L));
        idle();
        assertThat(faults.all().get("o0")).contains("begins at offset 7");
        assertThat(redis.searches).isZero();

        redis.origin = ViewOrigin.of("orders").stored();
        idle();
        assertThat(faults.all()).isEmpty();
        assertGoesOnAt(10);
    }

    /** Each question may take a second, in which the other partitions of the thread stand still. */
    @Test
    void whereALogBeginsIsNotAskedAgainAtOnceWhenKafkaHasNotSaid() {
        consumer.setOffsetsException(new TimeoutException("no leader"));
        findOlderView();
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
        nowNanos += TimeUnit.SECONDS.toNanos(9);
        idle();
        assertThat(faults.all().get("o0")).contains("Kafka does not say");

        nowNanos += TimeUnit.SECONDS.toNanos(1);
        idle();
        assertThat(faults.all()).isEmpty();
        assertGoesOnAt(0);
    }

    @ParameterizedTest
    @CsvSource({"'', Redis did not answer", "30:29:30:0:0:0, Redis is elsewhere than expected"})
    void aBatchThatCameToNothingEndsTheTracedSpansOfItsRequests(String elsewhere, String why) {
        redis.refusal = elsewhere.isEmpty() ? FULL : "";
        redis.answer = elsewhere;
        List<SpanData> ended = new ArrayList<>();
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.registerBean(MeterRegistry.class, () -> meters);
            context.registerBean(SpanExporter.class, () -> new Ended(ended));
            context.register(TracingConfiguration.class);
            context.refresh();
            LogProjection traced = projection(context.getBean(Tracing.class));
            traced.onPartitionsAssigned(consumer, List.of(PARTITION));
            ConsumerRecord<byte[], byte[]> record = record(10, NEXT);
            record.headers().add("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".getBytes(UTF_8));
            traced.onMessage(List.of(record), consumer);
            traced.onIdle(new ListenerContainerIdleEvent(this, this, 250, "listener", List.of(), consumer, false));
        }
        assertThat(ended).extracting(span -> span.getStatus().getDescription()).containsExactly(why);
    }

    /** Where the spans of traces go. */
    private record Ended(List<SpanData> spans) implements SpanExporter {

        @Override
        public CompletableResultCode export(Collection<SpanData> more) {
            spans.addAll(more);
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    @Test
    void whereOneNodeOfAClusterIsAwayThePartitionsOfTheOthersAreTakenUp() {
        TopicPartition away = new TopicPartition(ViewLog.ORDERS.topic(), 1);
        redis.away = "{o1}";
        consumer.assign(List.of(away, PARTITION));
        consumer.seek(PARTITION, 0);
        projection(Tracing.off()).onPartitionsAssigned(consumer, List.of(away, PARTITION));
        assertGoesOnAt(10);
    }

    private void findOlderView() {
        redis.position = HERE;
        redis.origin = "0:orders";
        idle();
    }

    private void assertGoesOnAt(long offset) {
        assertThat(consumer.paused()).isEmpty();
        assertThat(consumer.position(PARTITION)).isEqualTo(offset);
    }

    private void pollFor(int seconds, byte[] value) {
        for (long end = nowNanos + TimeUnit.SECONDS.toNanos(seconds); nowNanos < end;) {
            poll(value);
        }
    }

    /** As a consumer does: what is next where it stands. */
    private void poll(byte[] value) {
        long offset = consumer.position(PARTITION);
        consumer.seek(PARTITION, offset + 1);
        projection.onMessage(List.of(record(offset, value)), consumer);
    }

    private static ConsumerRecord<byte[], byte[]> record(long offset, byte[] value) {
        return new ConsumerRecord<>(PARTITION.topic(), PARTITION.partition(), offset, new byte[0], value);
    }

    private void idle() {
        projection.onIdle(new ListenerContainerIdleEvent(this, this, 250, "listener", List.of(), consumer, false));
    }
}
