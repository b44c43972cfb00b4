// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import static io.outcry.order.RunningService.ADMIN;
import static io.outcry.order.RunningService.ALICE;
import static io.outcry.order.RunningService.BOB;
import static io.outcry.order.RunningService.BTC_RULES;
import static io.outcry.order.RunningService.PATIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.order.RunningService.Reply;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** One account does not take the room of the others, and nobody more than the engine can work off. */
class LimitsIT {

    private static final String ORDER = """
            {"symbol":"NO-RULES","side":"BUY","type":"LIMIT","quantity":"1","price":"100"}""";

    @TempDir
    private Path directory;

    @Test
    void anAccountThatHasAsMuchOnItsWayAsItMayIsToldSoUntilThatIsDone() {
        try (RunningService service = new RunningService(directory, PATIENT, "--outcry.order.account.max-pending=3")) {
            for (int round = 0; round < 3; round++) {
                // Again where the machine was so busy that the first was done before the last was looked at.
                RunningService.await("the first three are taken, and no more", () -> codes(service, ALICE, 5)
                        .equals(List.of("UNKNOWN_SYMBOL", "UNKNOWN_SYMBOL", "UNKNOWN_SYMBOL", "RATE_LIMITED", "RATE_LIMITED")));
            }
        }
    }

    @Test
    void anAccountThatComesTooFastIsRefusedAndNothingIsWrittenButItsCancelsAre() {
        try (RunningService service = new RunningService(
                directory, PATIENT, "--outcry.order.account.per-second=0.001", "--outcry.order.account.burst=2")) {
            assertThat(codes(service, ALICE, 3)).containsExactly("UNKNOWN_SYMBOL", "UNKNOWN_SYMBOL", "RATE_LIMITED");
            long written = service.commandsWritten();

            Reply placed = service.place(ALICE, ORDER);
            assertThat(placed.status()).isEqualTo(429);
            assertThat(placed.text("code")).isEqualTo("RATE_LIMITED");
            assertThat(retryAfter(placed)).as("one in a thousand seconds").isBetween(900, 1_000);
            Reply batch = service.send("POST", "/api/v1/orders/batch", ALICE, "{\"orders\":[" + ORDER + "]}");
            assertThat(batch.status()).isEqualTo(200);
            assertThat(retryAfter(batch)).as("of a batch").isBetween(900, 1_000);
            assertThat(service.send("PATCH", "/api/v1/orders/1", ALICE, "{\"quantity\":\"1\"}").status()).isEqualTo(429);
            assertThat(service.commandsWritten()).isEqualTo(written);

            assertThat(service.send("DELETE", "/api/v1/orders/1", ALICE, null).status()).as("of a cancel").isEqualTo(404);
            assertThat(codes(service, BOB, 1)).as("another account").containsExactly("UNKNOWN_SYMBOL");
        }
    }

    @Test
    void aCancelThatAsksEveryPartitionIsCountedAsManyCommandsAndThoseThatAskOneAreNot() {
        try (RunningService service = new RunningService(
                directory, PATIENT, "--outcry.order.account.per-second=0.001", "--outcry.order.account.burst=5")) {
            assertThat(codes(service, ALICE, 6)).as("orders").containsOnlyOnce("RATE_LIMITED");
            for (int searches = 0; searches < 5 / RunningService.PARTITIONS; searches++) {
                assertThat(cancel(service, ALICE, "?clientOrderId=mine").status()).as("of a cancel, whatever was ordered").isEqualTo(404);
            }
            long written = service.commandsWritten();

            Reply tooMuch = cancel(service, ALICE, "?clientOrderId=mine");
            assertThat(tooMuch.status() + tooMuch.text("code")).isEqualTo("429RATE_LIMITED");
            assertThat(retryAfter(tooMuch)).as("two in two thousand seconds, and one is there").isBetween(900, 1_000);
            assertThat(service.commandsWritten()).as("no partition is asked").isEqualTo(written);

            assertThat(service.send("PUT", "/api/v1/admin/instruments/BTC-USD", ADMIN, BTC_RULES).status()).isEqualTo(201);
            assertThat(cancel(service, ALICE, "?clientOrderId=mine&symbol=BTC-USD").status()).as("with a symbol").isEqualTo(404);
            assertThat(cancel(service, ALICE, "?symbol=BTC-USD").status()).as("of all of a symbol").isEqualTo(200);
            assertThat(cancel(service, ALICE, "/1").status()).as("by orderId").isEqualTo(404);
            assertThat(cancel(service, BOB, "?clientOrderId=mine").status()).as("of another account").isEqualTo(404);
        }
    }

    @Test
    void oneOrderAtATimeCanAlwaysBeLookedForInEveryPartition() {
        try (RunningService service = new RunningService(
                directory, PATIENT, "--outcry.order.account.max-pending=1", "--outcry.order.account.per-second=1000",
                "--outcry.order.account.burst=1")) {
            // Again where the machine was too busy to ask for the second one while the first one waited.
            RunningService.await("a second one has been asked for meanwhile", () -> {
                long before = service.commandsWritten();
                CompletableFuture<Reply> unanswered = RunningService.aside(
                        () -> cancel(service, ALICE, "?clientOrderId=silent-x", "Prefer", "wait=3"));
                RunningService.await("every partition is asked", () -> service.commandsWritten() == before + RunningService.PARTITIONS);
                int second = cancel(service, ALICE, "?clientOrderId=x").status();
                assertThat(second).as("of a second one meanwhile").isIn(429, 404);
                assertThat(unanswered.join().status()).isEqualTo(202);
                return second == 429;
            });
            assertThat(cancel(service, ALICE, "?clientOrderId=x").status()).as("of one afterwards").isEqualTo(404);
        }
    }

    @Test
    void ordersThatTheEngineDoesNotGetToAreRefusedAtTheirLimitAlthoughAllBeforeWereAnswered() {
        try (RunningService service = RunningService.trading(directory, "--outcry.order.max-undecided=10")) {
            for (int i = 0; i < 9; i++) {
                assertThat(silent(service, i).status()).as("order %d", i).isEqualTo(202);
            }
            Reply tooMany = silent(service, 9);
            assertThat(tooMany.status() + tooMany.text("code")).isEqualTo("503OVERLOADED");
            assertThat(tooMany.header("Retry-After")).isEqualTo("1");

            assertThat(cancel(service, ALICE, "?symbol=BTC-USD").status()).as("of a cancel, which is decided, and all before it")
                    .isEqualTo(200);
            assertThat(silent(service, 9).status()).as("of an order when there is room again").isEqualTo(202);
        }
    }

    private static int retryAfter(Reply reply) {
        return Integer.parseInt(reply.header("Retry-After"));
    }

    private static Reply silent(RunningService service, int number) {
        String body = """
                {"symbol":"BTC-USD","side":"BUY","type":"LIMIT","quantity":"1","price":"100","clientOrderId":"silent-%d"}""";
        return service.place(ALICE, body.formatted(number), "Prefer", "respond-async");
    }

    private static Reply cancel(RunningService service, String key, String which, String... headers) {
        return service.send("DELETE", "/api/v1/orders" + which, key, null, headers);
    }

    private static List<String> codes(RunningService service, String key, int orders) {
        String body = "{\"orders\":[" + String.join(",", Collections.nCopies(orders, ORDER)) + "]}";
        List<String> codes = new ArrayList<>();
        for (JsonNode result : service.send("POST", "/api/v1/orders/batch", key, body).json().path("results")) {
            codes.add(result.path("code").asString());
        }
        return codes;
    }
}
