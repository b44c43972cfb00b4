// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import static io.outcry.order.RunningService.ALICE;
import static io.outcry.order.RunningService.BOB;
import static io.outcry.order.RunningService.PATIENT;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.order.RunningService.Reply;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** One account does not take the room of the others. */
class AccountLimitsIT {

    private static final String ORDER = """
            {"symbol":"NO-RULES","side":"BUY","type":"LIMIT","quantity":"1","price":"100"}""";

    @TempDir
    private Path directory;

    @Test
    void anAccountThatHasAsMuchOnItsWayAsItMayIsToldSoUntilThatIsDone() {
        try (RunningService service = new RunningService(directory, PATIENT, "--outcry.order.account.max-pending=3")) {
            for (int round = 0; round < 3; round++) {
                assertThat(codes(service, ALICE, 5)).as("round %d", round)
                        .containsExactly("UNKNOWN_SYMBOL", "UNKNOWN_SYMBOL", "UNKNOWN_SYMBOL", "RATE_LIMITED", "RATE_LIMITED");
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
            assertThat(placed.header("Retry-After")).isEqualTo("1");
            assertThat(service.send("PATCH", "/api/v1/orders/1", ALICE, "{\"quantity\":\"1\"}").status()).isEqualTo(429);
            assertThat(service.commandsWritten()).isEqualTo(written);

            assertThat(service.send("DELETE", "/api/v1/orders/1", ALICE, null).status()).as("of a cancel").isEqualTo(404);
            assertThat(codes(service, BOB, 1)).as("another account").containsExactly("UNKNOWN_SYMBOL");
        }
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
