// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.outcry.contracts.topic.Topics;
import io.outcry.matching.codec.WireCommand;
import io.outcry.venues.simulated.InjectedFault;
import io.outcry.venues.simulated.SimulatedVenue;
import java.io.IOException;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Dashboards and alerts against the real thing: every query of every panel returns data under load, nothing fires while all is well, and
 * each fault that can be brought about within a minute fires its alert. The other alerts are held against series of their fault in
 * {@code docker/prometheus/alerts.test.yml}. Needs Prometheus and promtool on the PATH (Debian: {@code prometheus}).
 */
@Tag("monitoring")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class MonitoringIT {

    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String TRADER = "anna";
    private static final Path RULES = Path.of("..", "docker", "prometheus");

    private Installation installation;
    private Prometheus prometheus;

    @Test
    void rulesAreSoundAndFireOnTheSeriesOfTheirFaults() throws Exception {
        assumeTrue(Prometheus.isInstalled("promtool"), "there is no promtool on the PATH");
        assertThat(promtool("check", "rules", "alerts.yml")).isZero();
        assertThat(promtool("test", "rules", "alerts.test.yml")).isZero();
    }

    @Test
    void everyPanelHasDataAndEveryFaultFiresItsAlert() throws Exception {
        assumeTrue(Prometheus.isInstalled("prometheus"), "there is no prometheus on the PATH");
        Path directory = Files.createDirectories(Path.of("target", "monitoring", "run-" + ProcessHandle.current().pid()));
        List<String> fewStreams = List.of("--outcry.stream.max-connections=2");
        try (Installation all = new Installation(directory, 1, List.of(TRADER), true, fewStreams).open();
                Prometheus watching = Prometheus.start(directory, all.ports());
                Bustle bustle = new Bustle(all, TRADER).begin()) {
            installation = all;
            prometheus = watching;
            WebSocket stream = Bustle.listen(all.reads());
            await("Prometheus", watching::isReady);
            everyPanelHasData();
            await("quiet", () -> watching.firing().isEmpty());
            streamsAreRefused();
            venuesFail();
            redisIsAway(bustle);
            servicesAreAway();
            recordsAreWrong();
            stream.abort();
        }
    }

    private void everyPanelHasData() throws Exception {
        var kraken = installation.venues().faults(SimulatedVenue.KRAKEN);
        kraken.set(InjectedFault.CROSSED);
        Map<String, String> queries = Dashboards.queries();
        Map<String, String> empty = new TreeMap<>(queries);
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!empty.isEmpty() && System.nanoTime() < deadline) {
            for (String panel : List.copyOf(empty.keySet())) {
                if (prometheus.series(queries.get(panel)) > 0) {
                    empty.remove(panel);
                }
            }
            TimeUnit.SECONDS.sleep(1);
        }
        kraken.clearAll();
        assertThat(empty).as("panels without data").isEmpty();
        System.out.println("monitoring: " + queries.size() + " queries of the dashboards have data");
    }

    private void streamsAreRefused() throws Exception {
        WebSocket second = Bustle.listen(installation.reads());
        assertThatThrownBy(() -> Bustle.listen(installation.reads())).hasMessageContaining("WebSocketHandshakeException");
        fires("a third stream where two are admitted", "OutcryStreamsRefused");
        second.abort();
    }

    private void venuesFail() throws Exception {
        var kraken = installation.venues().faults(SimulatedVenue.KRAKEN);
        kraken.set(InjectedFault.CROSSED);
        fires("a venue whose bid is above its ask", "OutcryVenueFaults");
        kraken.clearAll();
        installation.venues().stop(SimulatedVenue.KRAKEN);
        fires("a venue that is away", "OutcryVenueAway");
        installation.venues().stop(SimulatedVenue.BINANCE);
        installation.venues().stop(SimulatedVenue.COINBASE);
        fires("no venue left", "OutcryPricesUntrusted");
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            installation.venues().start(venue);
        }
    }

    private void redisIsAway(Bustle bustle) throws Exception {
        RedisPart redis = installation.redis();
        redis.kill();
        bustle.flood();
        bustle.flood();
        fires("Redis is killed", "OutcryRedisBreakerOpen", "OutcryServerErrors", "OutcryViewBehind");
        redis.forget();
        redis.start();
        fires("Redis comes back empty", "OutcryViewRebuilt");
        Installation.awaitReady(installation.service("query"), PATIENCE);
    }

    private void servicesAreAway() throws Exception {
        Part one = installation.service("matching-1");
        Part other = installation.service("matching-2");
        one.kill();
        other.kill();
        fires("no matching-service is left", "OutcryServiceDown", "OutcryPartitionWithoutOwner", "OutcryOutcomesMissing");
        one.start();
        other.start();
        Installation.awaitReady(one, PATIENCE);
        Installation.awaitReady(other, PATIENCE);
        Part broker = installation.brokers().getFirst();
        broker.kill();
        fires("the broker is killed", "OutcryLogUnavailable");
        broker.start();
        Installation.awaitReady(broker, PATIENCE);
        for (String name : installation.ports().keySet()) {
            Installation.awaitReady(installation.service(name), PATIENCE);
        }
    }

    /** What is on a log stays there, so this comes last. */
    private void recordsAreWrong() throws Exception {
        Map<String, Object> settings = Map.of("bootstrap.servers", installation.bootstrapServers());
        try (var producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(Topics.PRICE_UPDATES, 0, new byte[]{1}, new byte[]{1, 2, 3})).get();
            fires("a record that nobody can read", "OutcryDeadLetters");
            byte[] unknownVersion = WireCommand.activate(99, TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()));
            producer.send(new ProducerRecord<>(Topics.ORDER_COMMANDS, 0, null, unknownVersion)).get();
            fires("an engine version that this one does not know", "OutcryPartitionFailed");
        }
    }

    private void fires(String fault, String... alerts) throws Exception {
        long began = System.nanoTime();
        for (String alert : alerts) {
            await(alert + " (" + fault + ")", () -> prometheus.firing().contains(alert));
            System.out.printf("monitoring: %s: %s after %.0f s%n", fault, alert, (System.nanoTime() - began) / 1e9);
        }
    }

    private static void await(String what, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("%s within %s", what, PATIENCE).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private static int promtool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).directory(RULES.toFile()).inheritIO().start().waitFor();
    }
}
