// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import static io.outcry.order.RunningService.ADMIN;
import static io.outcry.order.RunningService.ALICE;
import static io.outcry.order.RunningService.BTC_RULES;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.order.RunningService.Reply;
import io.outcry.order.log.LogWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kafka goes under way and comes back. */
class KafkaAwayIT {

    private static final String ORDER = """
            {"symbol":"BTC-USD","side":"BUY","type":"LIMIT","quantity":"1","price":"100"}""";

    @TempDir
    private Path directory;

    private RunningService service;
    private long acknowledged;
    private long doubtful;

    @BeforeEach
    void start() {
        service = RunningService.trading(directory, "--outcry.order.delivery-timeout=2s", "--outcry.order.stall-after=500ms");
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void ordersAreAnsweredTruthfullyWhileKafkaGoesIsAwayAndComesBack() {
        RunningService.await("an order is taken", () -> service.place(ALICE, ORDER).status() == 201);
        long before = service.commandsWritten();
        CompletableFuture<Boolean> stopping = RunningService.aside(() -> {
            service.stopKafka();
            return true;
        });
        placeUntilRefused();
        stopping.join();
        LogWriter writer = service.bean(LogWriter.class);
        RunningService.await("the gate is shut", () -> !writer.gate().isOpen());
        everythingIsRefusedAtOnce();

        service.startKafka();
        RunningService.await("orders are taken again", () -> count(service.place(ALICE, ORDER)) == 201);
        RunningService.await("and again", () -> count(service.place(ALICE, ORDER)) == 201);
        RunningService.await("it is ready", () -> service.send("GET", "/actuator/health/readiness", null, null).status() == 200);
        assertThat(service.commandsWritten() - before)
                .as("every acknowledged order is in the log, and none that was refused; %d in doubt", doubtful)
                .isBetween(acknowledged, acknowledged + doubtful);
    }

    private void placeUntilRefused() {
        while (count(service.place(ALICE, ORDER, "Prefer", "respond-async")) != 503) {
            assertThat(acknowledged + doubtful).isLessThan(1_000_000);
        }
    }

    private void everythingIsRefusedAtOnce() {
        long from = System.nanoTime();
        for (int i = 0; i < 300; i++) {
            Reply reply = service.place(ALICE, ORDER);
            assertThat(reply.status()).as("try %d: %s", i, reply.body()).isEqualTo(503);
            assertThat(reply.text("code")).isEqualTo("LOG_UNAVAILABLE");
            assertThat(reply.header("Retry-After")).isEqualTo("1");
        }
        // Less than half of what they took if each waited for as long as it takes to see that Kafka is away.
        assertThat(Duration.ofNanos(System.nanoTime() - from)).as("time of 300 refusals").isLessThan(Duration.ofSeconds(60));
        Reply batch = service.send("POST", "/api/v1/orders/batch", ALICE, "{\"orders\":[" + ORDER + "," + ORDER + "]}");
        assertThat(batch.json().path("results").path(1).path("code").asString()).isEqualTo("LOG_UNAVAILABLE");
        assertThat(batch.header("Retry-After")).isEqualTo("1");
        assertThat(service.send("DELETE", "/api/v1/orders/1", ALICE, null).status()).isEqualTo(503);
        assertThat(service.send("POST", "/api/v1/prices/BTC-USD/refresh", null, null).status()).isEqualTo(503);
        assertThat(service.send("PUT", "/api/v1/admin/instruments/BTC-USD", ADMIN, BTC_RULES).status()).isEqualTo(503);
        assertThat(service.send("GET", "/actuator/health/readiness", null, null).status()).isEqualTo(503);
        assertThat(service.send("GET", "/actuator/prometheus", null, null).body()).contains("outcry_order_log_open 0");
        assertThat(service.send("GET", "/actuator/health/liveness", null, null).status()).isEqualTo(200);
    }

    private int count(Reply reply) {
        assertThat(reply.status()).as(reply.body()).isIn(201, 202, 503, 504);
        acknowledged += reply.status() < 300 ? 1 : 0;
        doubtful += reply.status() == 504 ? 1 : 0;
        return reply.status();
    }
}
