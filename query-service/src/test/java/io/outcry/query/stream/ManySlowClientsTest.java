// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.query.stream.fanout.EndReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients who do not read, one after the other, each of whom has asked for a large book that is another one by then. */
@Timeout(120)
class ManySlowClientsTest {

    private static final int SMALL_BUFFER = 4_096;
    private static final int CLIENTS = 80;
    private static final int LEVELS = 50_000;
    private static final long QUEUED = 2 << 20;
    /** Beyond the limit it is looked once for each message: one for each of the two event loops. */
    private static final long MOST_BYTES = QUEUED + 2 * 64 * 1_024;

    @Test
    void theSlowestGoBeforeThereIsNoMemoryAndWhoReadsGetsAll() {
        try (StreamStage stage = new StreamStage(StreamStage.limits(Duration.ofSeconds(60), QUEUED))) {
            stage.market.define("BTC-USD");
            stage.market.turnBook("BTC-USD", LEVELS, 0);
            stage.market.price("BTC-USD", 1);
            List<RawClient> stalled = new ArrayList<>();
            try (StreamClient reader = stage.client()) {
                reader.subscribe("price:BTC-USD");
                reader.next("price:BTC-USD");
                long most = 0;
                for (int i = 1; i <= CLIENTS; i++) {
                    stage.market.turnBook("BTC-USD", 20, i);
                    RawClient client = new RawClient(stage.port(), SMALL_BUFFER);
                    stalled.add(client);
                    client.text("{\"op\":\"subscribe\",\"channels\":[\"book:BTC-USD\"]}");
                    int blocked = i;
                    StreamStage.await("it takes no more", () -> stage.count("outcry.stream.blocked") >= blocked);
                    most = Math.max(most, stage.bytes());
                    stage.market.price("BTC-USD", 1 + i);
                    assertThat(reader.next("price:BTC-USD").get("conflated").asLong()).isZero();
                }
                assertThat(most).isBetween(QUEUED / 2, MOST_BYTES);
                int cut = stage.ended(EndReason.SLOW);
                assertThat(cut).isBetween(CLIENTS / 3, CLIENTS - 10);
                assertThat(stage.counts.connections()).isEqualTo(1 + CLIENTS - cut);
                reader.subscribe("book:BTC-USD");
                assertThat(reader.next("book:BTC-USD").get("type").asString()).isEqualTo("snapshot");
            } finally {
                stalled.forEach(RawClient::close);
            }
            StreamStage.await("nothing is left", stage::isEmpty);
        }
    }
}
