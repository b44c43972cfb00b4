// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import static io.outcry.order.RunningService.ALICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.TopicProvisioner;
import io.outcry.contracts.topic.Topics;
import io.outcry.order.RunningService.Reply;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The topic of commands goes while the outcomes stay, and is made anew. */
class LostCommandsIT {

    private static final String ORDER = """
            {"symbol":"BTC-USD","side":"BUY","type":"LIMIT","quantity":"1","price":"100"}""";

    @TempDir
    private Path directory;

    private RunningService service;

    @BeforeEach
    void start() {
        service = RunningService.trading(directory, "--outcry.order.delivery-timeout=2s", "--outcry.order.stall-after=500ms");
        for (int i = 0; i < 5; i++) {
            RunningService.await("an order is taken", () -> service.place(ALICE, ORDER).status() == 201);
        }
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void noOrderIsAcknowledgedThatTakesThePlaceOfOneThatIsLost() throws Exception {
        Map<String, Object> settings = Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, service.bootstrapServers());
        try (Admin admin = Admin.create(settings)) {
            admin.deleteTopics(List.of(Topics.ORDER_COMMANDS)).all().get();
        }
        RunningService.await("it is seen that the topic is gone", () -> service.place(ALICE, ORDER).status() == 503 && !isReady());
        assertThat(details()).containsEntry("mayWriteCommands", false).doesNotContainKey("commandsLost");

        TopicProvisioner.ensure(settings, List.of(new TopicLayout(RunningService.PARTITIONS, 1, (short) 1).orderCommands()));
        RunningService.await("it is seen that there is one again", this::isReady);
        RunningService.await("it is seen that it is another one", () -> place() == 504 && !isReady());
        assertThat(details()).containsEntry("commandsLost", "the command log has lost its end").containsEntry("mayWriteCommands", true);

        long written = service.commandsWritten();
        Reply refused = service.place(ALICE, ORDER);
        assertThat(refused.status() + refused.text("code")).isEqualTo("503LOG_UNAVAILABLE");
        assertThat(service.commandsWritten()).isEqualTo(written);
    }

    private int place() {
        int status = service.place(ALICE, ORDER).status();
        assertThat(status).as("of an order").isIn(503, 504);
        return status;
    }

    private boolean isReady() {
        return service.send("GET", "/actuator/health/readiness", null, null).status() == 200;
    }

    private Map<String, Object> details() {
        return service.bean("orderLogHealthIndicator", HealthIndicator.class).health().getDetails();
    }
}
