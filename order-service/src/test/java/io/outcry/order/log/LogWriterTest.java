// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.order.metrics.OrderServiceMetrics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a command is told when Kafka says yes, no, nothing, or does not even take it. */
class LogWriterTest {

    private static final int QUEUED = 20;
    private static final long NEVER_NANOS = Duration.ofHours(1).toNanos();

    @RegisterExtension
    private final ToldLines told = ToldLines.of(LogWriter.class);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final CountDownLatch room = new CountDownLatch(1);
    private final CountDownLatch stuck = new CountDownLatch(1);
    private final LogLane lane = new LogLane("order.commands.v1", 0, NEVER_NANOS);
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private volatile boolean blocked;
    private volatile boolean refusing;
    private volatile boolean exhausted;
    private volatile boolean gone;
    private volatile @Nullable Exception hidden;
    private final AtomicInteger asked = new AtomicInteger();
    /** The test's own, which goes on by a nanosecond at each look. */
    private final AtomicLong clock = new AtomicLong();
    private volatile int connections;
    private volatile int retries;
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {

                @Override
                public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
                    if (blocked) {
                        stuck.countDown();
                        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> room.getCount() == 0);
                    }
                    if (exhausted) {
                        throw new OutOfMemoryError("no room");
                    }
                    Exception no = hidden;
                    if (no != null && record.topic().equals(lane.topic())) {
                        asked.incrementAndGet();
                        callback.onCompletion(null, no);
                        return CompletableFuture.failedFuture(no);
                    }
                    if (refusing) {
                        callback.onCompletion(null, new TimeoutException("no room within max.block.ms"));
                        return CompletableFuture.failedFuture(new TimeoutException("no room"));
                    }
                    return super.send(record, callback);
                }
            };
    private LogWriter writer;

    @BeforeEach
    void start() {
        ProducerMetric.show(producer, "connection-creation-total", () -> connections);
        ProducerMetric.show(producer, "connection-count", () -> connections);
        ProducerMetric.show(producer, "record-retry-total", () -> retries);
        writer = new LogWriter(producer, QUEUED, new OrderServiceMetrics(registry), clock::incrementAndGet);
        writer.gate().isOpen();
        connections = 1;
        writer.start();
    }

    @AfterEach
    void stop() {
        room.countDown();
        writer.close();
    }

    @Test
    void anAcknowledgedRecordIsWritten() {
        write(false);
        await("the record is sent", () -> producer.history().size() == 1);
        producer.completeNext();
        await("it is acknowledged", () -> heard.equals(List.of("written 0-0")));
    }

    @Test
    void aRecordThatFailsBehindKafkasDoorIsInDoubt() {
        write(false);
        await("the record is sent", () -> producer.history().size() == 1);
        producer.errorNext(new TimeoutException("no acknowledgement"));
        await("it is in doubt", () -> heard.equals(List.of("UNKNOWN")));
    }

    @Test
    void aRecordThatTheProducerDoesNotTakeIsCertainlyNotWritten() {
        refusing = true;
        write(false);
        await("it is refused", () -> heard.equals(List.of("LOG_UNAVAILABLE")));
        refusing = false;
        write(false);
        await("the next one is sent all the same", () -> producer.history().size() == 1);
    }

    static List<Exception> denials() {
        return List.of(
                new TopicAuthorizationException(Set.of("order.commands.v1")),
                new TimeoutException("not present in metadata after 500 ms", new UnknownTopicOrPartitionException()));
    }

    @ParameterizedTest
    @MethodSource("denials")
    void aTopicThatWeDoNotSeeIsNotAskedForAgainAtEveryRecord(Exception denial) {
        hidden = denial;
        for (int i = 0; i < QUEUED / 2; i++) {
            write(false);
        }
        write(new LogLane("instruments.v1", 0, NEVER_NANOS), false);
        await("what is for another topic goes on", () -> producer.history().size() == 1);
        assertThat(heard).hasSize(QUEUED / 2).containsOnly("LOG_UNAVAILABLE");
        assertThat(asked).as("each time the others wait for the answer").hasValue(1);
        assertThat(writer.isDenied(lane.topic())).isTrue();

        assertThat(isOpen()).as("for who watches").isFalse();

        hidden = null;
        clock.addAndGet(Duration.ofSeconds(5).toNanos());
        write(false);
        await("it is asked for again, and there", () -> producer.history().size() == 2);
    }

    @Test
    void whatKafkaForbidsIsKnownUntilItAcknowledgesARecord() {
        forbidden();
        send();
        producer.completeNext();
        await("it is over", () -> writer.refusal(lane.topic()).isEmpty());
        assertThat(writer.isDenied(lane.topic())).isFalse();
        assertThat(isOpen()).isTrue();
    }

    @Test
    void whatKafkaForbidsIsKnownUntilItSaysOtherwise() {
        forbidden();
        writer.allowed(lane.topic());
        assertThat(writer.refusal(lane.topic())).isEmpty();
        assertThat(writer.isDenied(lane.topic())).isFalse();
        assertThat(isOpen()).isTrue();
    }

    private void forbidden() {
        send();
        producer.errorNext(new TopicAuthorizationException(Set.of(lane.topic())));
        await("it is refused", () -> heard.equals(List.of("LOG_UNAVAILABLE")));
        assertThat(writer.refusal(lane.topic())).hasValueSatisfying(why -> assertThat(why).hasMessageContaining(lane.topic()));
        assertThat(writer.isDenied(lane.topic())).isTrue();
        assertThat(isOpen()).as("for who watches").isFalse();
    }

    static List<RuntimeException> refusals() {
        return List.of(
                new InvalidTimestampException("this one"), new RecordTooLargeException("this one"), new InvalidRecordException("this one"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void whatKafkaRefusesForTheRecordItselfIsToldAndForbidsNoOther(RuntimeException refusal) {
        send();
        producer.errorNext(refusal);
        await("it is refused", () -> heard.equals(List.of("LOG_UNAVAILABLE")));
        assertThat(writer.refusal(lane.topic())).hasValueSatisfying(why -> assertThat(why).hasMessage("this one"));
        assertThat(writer.isDenied(lane.topic())).isFalse();
        assertThat(isOpen()).isTrue();
        assertThat(registry.get("outcry.order.commands.failed").tags("kind", "place", "failure", "LOG_UNAVAILABLE").counter().count())
                .isEqualTo(1);
        send();
        send();
    }

    /** The first broker may have appended it before it went away. */
    @Test
    void whatIsRefusedAfterItWasSentAgainIsInDoubt() {
        send();
        retries = 1;
        producer.errorNext(new InvalidTimestampException("too far ahead by this broker's clock"));
        await("it is in doubt", () -> heard.equals(List.of("UNKNOWN")));
        send();
        producer.errorNext(new InvalidTimestampException("too far ahead"));
        await("the next one was sent once", () -> heard.equals(List.of("UNKNOWN", "LOG_UNAVAILABLE")));
    }

    private void send() {
        int before = producer.history().size();
        write(false);
        await("the record is sent", () -> producer.history().size() == before + 1);
    }

    private boolean isOpen() {
        return registry.get("outcry.order.log.open").gauge().value() == 1;
    }

    @Test
    void whatTheProducerThrowsIsARefusalAndLeavesTheLaneFree() {
        LogLane impatient = new LogLane(lane.topic(), 0, 0);
        producer.sendException = new KafkaException("closed");
        write(impatient, false);
        await("it is refused", () -> heard.equals(List.of("LOG_UNAVAILABLE")));
        producer.sendException = null;
        write(impatient, false);
        await("the next one is sent", () -> producer.history().size() == 1);
    }

    @Test
    void aLaneThatWasLeftInDoubtTakesOneAtATime() {
        send();
        producer.errorNext(new TimeoutException("no acknowledgement"));
        send();
        write(false);
        await("the second is refused while the first is on its way", () -> heard.equals(List.of("UNKNOWN", "LOG_UNAVAILABLE")));
        producer.completeNext();
        send();
        send();
    }

    /** All others depend on the thread that tells it. */
    @Test
    void whoCannotBeToldStandsInNobodysWay() {
        hidden = new TopicAuthorizationException(Set.of(lane.topic()));
        write(false);
        await("the topic is not asked for again", () -> !heard.isEmpty());
        gone = true;
        write(false);
        write(new LogLane("instruments.v1", 0, NEVER_NANOS), false);
        await("the next one is sent", () -> producer.history().size() == 1);
        assertThat(heard).hasSize(2);
    }

    @Test
    void whatWasQueuedWhenTheLastBrokerWentIsRefusedAtOnce() {
        blocked = true;
        write(false);
        await("the writing thread is stuck", () -> stuck.getCount() == 0);
        write(false);
        connections = 0;
        room.countDown();
        await("it is refused", () -> heard.equals(List.of("LOG_UNAVAILABLE")));
        assertThat(producer.history()).hasSize(1);
    }

    @Test
    void withoutABrokerARecordIsRefusedAtOnce() {
        await("who watches is told that there is one", () -> told.list().size() == 1);
        connections = 0;
        write(false);
        assertThat(heard).containsExactly("LOG_UNAVAILABLE");
        assertThat(producer.history()).isEmpty();
        assertThat(isOpen()).as("for who watches").isFalse();
        await("and that there is none", () -> told.list().size() > 1);
        assertThat(told.list()).extracting(ILoggingEvent::getMessage)
                .containsExactly("order log reachable", "order log away, writes are refused");
    }

    @Test
    void aFullProducerBlocksNobodyAndLeavesRoomForUrgentRecords() {
        blocked = true;
        write(false);
        await("the writing thread is stuck", () -> stuck.getCount() == 0);
        long started = System.nanoTime();
        for (int i = 0; i < 3 * QUEUED; i++) {
            write(false);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - started)).as("time to be refused").isLessThan(Duration.ofSeconds(5));
        assertThat(heard).as("all but those that fill nine tenths of the queue").hasSize(3 * QUEUED - QUEUED * 9 / 10)
                .containsOnly("OVERLOADED");
        int refused = heard.size();
        write(true);
        assertThat(heard).as("a cancel still finds room").hasSize(refused);
    }

    @Test
    void whatCameTooLateToItsTurnIsNotWrittenAndHadNotTooManyBesideIt() {
        blocked = true;
        write(false);
        await("the writing thread is stuck", () -> stuck.getCount() == 0);
        write(true);
        clock.addAndGet(Duration.ofMillis(500).toNanos());
        blocked = false;
        room.countDown();
        await("it is refused", () -> heard.equals(List.of("WAITED_TOO_LONG")));
        assertThat(producer.history()).hasSize(1);
    }

    @Test
    void aStalledLaneLetsOneRecordThroughUntilItIsAcknowledged() {
        LogLane impatient = new LogLane("order.commands.v1", 0, 0);
        write(impatient, false);
        await("the record is sent", () -> producer.history().size() == 1);
        write(impatient, false);
        assertThat(heard).containsExactly("LOG_UNAVAILABLE");
        producer.completeNext();
        await("the first is acknowledged after all", () -> heard.contains("written 0-0"));
        write(impatient, false);
        await("the lane is trusted again", () -> producer.history().size() == 2);
    }

    /** What the producer has of a record then, nobody knows: nothing may be written behind it. */
    @Test
    void withoutMemoryInTheMiddleOfAWriteNothingIsTakenAnyMoreAndWhoWatchesIsTold() {
        blocked = true;
        write(false);
        await("the writing thread is stuck", () -> stuck.getCount() == 0);
        write(false);
        write(true);
        exhausted = true;
        room.countDown();
        await("what was queued is refused", () -> heard.equals(List.of("LOG_UNAVAILABLE", "LOG_UNAVAILABLE")));
        assertThat(writer.isWriting()).isFalse();
        assertThat(isOpen()).as("for who watches").isFalse();
        write(false);
        assertThat(heard).hasSize(3).containsOnly("LOG_UNAVAILABLE");
    }

    @Test
    void afterTheEndNothingIsTaken() {
        writer.close();
        write(false);
        assertThat(heard).containsExactly("LOG_UNAVAILABLE");
    }

    private void write(boolean urgent) {
        write(lane, urgent);
    }

    private void write(LogLane to, boolean urgent) {
        writer.write(new LogRecord(to, "place", urgent, 0, new byte[0], new byte[1], null), new WriteListener() {
            @Override
            public void written(int partition, long offset) {
                heard.add("written " + partition + "-" + offset);
            }

            @Override
            public void failed(WriteFailure failure) {
                heard.add(failure.name());
                if (gone) {
                    throw new IllegalStateException("nobody is there");
                }
            }
        });
    }

    private static void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(5)).until(condition);
    }
}
