// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.http.ApiException;
import io.outcry.order.instrument.InstrumentRegistry;
import io.outcry.order.log.LogWriter;
import io.outcry.order.log.OrderLanes;
import io.outcry.order.log.ProducerMetric;
import io.outcry.order.metrics.OrderServiceMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All who ask for a symbol within the interval are told what became of the one command. */
class PriceRefreshHandlerTest {

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final List<String> answers = new ArrayList<>();
    private double connections;
    private Instant now = Instant.EPOCH.plusSeconds(60);
    private LogWriter writer;
    private PriceRefreshHandler handler;

    @BeforeEach
    void connect() {
        ProducerMetric.show(producer, "connection-creation-total", () -> connections);
        ProducerMetric.show(producer, "connection-count", () -> connections);
        ProducerMetric.show(producer, "record-retry-total", () -> 0);
        writer = new LogWriter(producer, 10, new OrderServiceMetrics(new SimpleMeterRegistry()));
        handler = new PriceRefreshHandler(
                new InstrumentRegistry(1), writer, new OrderLanes(1, 1, Duration.ofHours(1)), () -> now, Duration.ofSeconds(1));
        assertThat(writer.gate().isOpen()).isFalse();
        connections = 1;
        writer.start();
    }

    @AfterEach
    void close() {
        writer.close();
    }

    @Test
    void whoAsksWhileTheCommandIsOnItsWayIsToldThatItIsThereWhenItIs() {
        ask();
        ask();
        sent(1);
        assertThat(answers).isEmpty();
        assertThat(producer.completeNext()).isTrue();
        ask();
        assertThat(answers).containsExactly("written", "written", "written");
        assertThat(producer.history()).hasSize(1);

        now = now.plusSeconds(1);
        ask();
        sent(2);
    }

    @Test
    void ifItFailsAllWhoAskedAreToldSoAndTheNextOneAsksAnew() {
        ask();
        ask();
        sent(1);
        assertThat(producer.errorNext(new TimeoutException("no acknowledgement"))).isTrue();
        assertThat(answers).containsExactly("OUTCOME_UNKNOWN", "OUTCOME_UNKNOWN");

        ask();
        sent(2);
        assertThat(producer.completeNext()).isTrue();
        assertThat(answers).endsWith("written");
    }

    /** Two threads have looked at the clock one after the other, and come the other way round. */
    @Test
    void whoLookedAtTheClockBeforeTheOneWhoCameFirstIsToldTheSame() {
        ask();
        now = now.minusMillis(1);
        ask();
        sent(1);
        assertThat(producer.completeNext()).isTrue();
        assertThat(answers).containsExactly("written", "written");
        writer.close();
        assertThat(producer.history()).hasSize(1);
    }

    @Test
    void aClockThatWasSetBackSilencesNoSymbol() {
        ask();
        now = now.minusSeconds(1);
        ask();
        sent(2);
    }

    @Test
    void oneThatFailsLateLeavesTheNextOneInItsPlace() {
        ask();
        sent(1);
        now = now.plusSeconds(1);
        ask();
        sent(2);
        assertThat(producer.errorNext(new TimeoutException("no acknowledgement"))).isTrue();
        ask();
        assertThat(producer.completeNext()).isTrue();
        assertThat(answers).containsExactly("OUTCOME_UNKNOWN", "written", "written");
        writer.close();
        assertThat(producer.history()).hasSize(2);
    }

    private void ask() {
        handler.ask("BTC-USD", Runnable::run).subscribe(
                none -> {}, failure -> answers.add(((ApiException) failure).problem().code().name()), () -> answers.add("written"));
    }

    private void sent(int commands) {
        Awaitility.await().until(() -> producer.history().size() == commands);
    }
}
