// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import static io.outcry.order.RunningService.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.order.RunningService.Reply;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that is told to go answers what it has. */
class OrderlyEndIT {

    @TempDir
    private Path directory;

    @Test
    void anOrderUnderWayIsAnswered() throws Exception {
        CompletableFuture<Reply> answer;
        try (RunningService service = RunningService.trading(directory)) {
            long before = service.commandsWritten();
            answer = CompletableFuture.supplyAsync(() -> service.place(ALICE, """
                    {"symbol":"BTC-USD","side":"BUY","type":"LIMIT","quantity":"1","price":"100","clientOrderId":"silent-1"}""",
                    "Prefer", "wait=2"));
            RunningService.await("the order is in the log", () -> service.commandsWritten() > before);
        }
        Reply reply = answer.get(20, TimeUnit.SECONDS);
        assertThat(reply.status()).as("its outcome never came: %s", reply.body()).isEqualTo(202);
        assertThat(reply.text("status")).isEqualTo("PENDING_NEW");
    }
}
