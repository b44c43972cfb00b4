// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.contracts.time.SetBackClock;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.RefreshPrice;
import io.outcry.contracts.v1.RefreshReason;
import io.outcry.price.domain.RefreshRequest;
import io.outcry.price.domain.RefreshRequest.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What each reason of a command leads to, and that it is read once it can be. */
class RefreshListenerTest {

    private static final int OF_A_NEWER_VERSION = 99;

    @RegisterExtension
    private final ToldLines told = ToldLines.of(RefreshListener.class);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<RefreshRequest> requests = new ArrayList<>();
    private final List<String> read = new ArrayList<>();
    private final List<Long> reads = new ArrayList<>();
    private final List<String> brokers = new CopyOnWriteArrayList<>(List.of("no address"));
    private final AtomicLong millis = new AtomicLong();
    private final RefreshListener listener = new RefreshListener(
            Map.of(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers), 1, new RefreshListener.Commands() {

                @Override
                public void refresh(List<RefreshRequest> requests) {
                    RefreshListenerTest.this.requests.addAll(requests);
                }

                @Override
                public void read(String symbol, long count) {
                    read.add(symbol);
                    reads.add(count);
                }
            }, meters, new SetBackClock(() -> Instant.ofEpochMilli(millis.get()), () -> 0));

    @AfterEach
    void stop() {
        listener.stop();
    }

    /** What is not for the schedule is for somebody who waits: it goes at once, and is published whether or not it moved. */
    @Test
    void venuesAreAskedForTheScheduleAndForWhoWaits() {
        listener.onBatch(List.of(
                command("A-USD", RefreshReason.REFRESH_REASON_TIER_VALUE),
                command("B-USD", RefreshReason.REFRESH_REASON_REQUEST_VALUE),
                command("C-USD", RefreshReason.REFRESH_REASON_UNSPECIFIED_VALUE),
                command("D-USD", RefreshReason.REFRESH_REASON_READS_VALUE)));
        assertThat(requests).extracting(RefreshRequest::symbol).containsExactly("A-USD", "B-USD", "C-USD");
        assertThat(requests).extracting(RefreshRequest::origin).containsExactly(Origin.TIER, Origin.REQUEST, Origin.REQUEST);
        assertThat(read).containsExactly("D-USD");
    }

    @Test
    void noMessageClaimsMoreReadsThanAServerServesNorFewerThanNone() {
        listener.onBatch(Stream.of(Long.MIN_VALUE, 7L, Long.MAX_VALUE).map(RefreshListenerTest::reads).toList());
        assertThat(reads).containsExactly(0L, 7L, 10_000_000L);
    }

    @Test
    void whatCannotBeReadIsCountedAndTheOthersOfItsBatchAreServed() {
        listener.onBatch(List.of(
                new ConsumerRecord<>(Topics.PRICE_COMMANDS, 0, 0, "A-USD", null),
                new ConsumerRecord<>(Topics.PRICE_COMMANDS, 0, 1, "A-USD", new byte[]{(byte) 0xff}),
                command("B-USD", RefreshReason.REFRESH_REASON_REQUEST_VALUE)));
        assertThat(requests).extracting(RefreshRequest::symbol).containsExactly("B-USD");
        assertThat(meters.counter("outcry.price.commands", "fate", "malformed").count()).isEqualTo(2);
    }

    @Test
    void noVenueIsAskedForAReasonThatThisVersionDoesNotKnowWhichIsCountedEachTimeAndToldOnce() {
        listener.onBatch(List.of(command("A-USD", OF_A_NEWER_VERSION), command("B-USD", OF_A_NEWER_VERSION)));
        listener.onBatch(List.of(command("A-USD", OF_A_NEWER_VERSION)));
        assertThat(requests).isEmpty();
        assertThat(read).isEmpty();
        assertThat(meters.counter("outcry.price.commands", "fate", "unknown_reason").count()).isEqualTo(3);
        assertThat(told.list()).extracting(ILoggingEvent::getMessage).singleElement().asString().contains("does not know");
    }

    /** Spring's container says that it runs from before its consumers are made. */
    @Test
    void aStartThatFailsMayBeTriedAgain() {
        assertThatExceptionOfType(KafkaException.class).isThrownBy(listener::start);
        assertThatExceptionOfType(KafkaException.class).as("it is tried").isThrownBy(listener::start);

        brokers.set(0, "127.0.0.1:1");
        assertThatNoException().isThrownBy(listener::start);
    }

    @Test
    void consumersThatCannotBeMadeAnewAfterTheClockWasSetBackAreTriedForAtEachLook() {
        listener.look();
        millis.set(-Duration.ofHours(1).toMillis());

        assertThatExceptionOfType(KafkaException.class).isThrownBy(listener::look);
        assertThatExceptionOfType(KafkaException.class).as("at the next look").isThrownBy(listener::look);

        brokers.set(0, "127.0.0.1:1");
        assertThatNoException().isThrownBy(listener::look);
    }

    private static ConsumerRecord<String, byte[]> command(String symbol, int reason) {
        return record(RefreshPrice.newBuilder().setSymbol(symbol).setTimeUs(1).setReasonValue(reason));
    }

    private static ConsumerRecord<String, byte[]> reads(long count) {
        return record(RefreshPrice.newBuilder().setSymbol("A-USD").setReason(RefreshReason.REFRESH_REASON_READS).setReads(count));
    }

    private static ConsumerRecord<String, byte[]> record(RefreshPrice.Builder command) {
        return new ConsumerRecord<>(Topics.PRICE_COMMANDS, 0, 0, command.getSymbol(), command.build().toByteArray());
    }
}
