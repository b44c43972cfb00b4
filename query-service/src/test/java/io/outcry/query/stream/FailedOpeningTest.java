// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A stream that cannot be opened, whatever the reason: the client is let go, and his place is free for the next one. */
@Timeout(60)
class FailedOpeningTest {

    private final StreamStage stage = new StreamStage();

    @AfterEach
    void close() {
        stage.close();
        assertThat(stage.isEmpty()).as("after the end").isTrue();
    }

    /** Before the connection is a stream, and when it is one already. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void leavesNobodyBehind(MarketOnStage.Fault fault) {
        stage.market.define("BTC-USD");
        stage.market.fault(fault);
        URI prices = URI.create("http://127.0.0.1:" + stage.port() + "/api/v1/stream/prices?symbols=BTC-USD");
        HttpRequest request = HttpRequest.newBuilder(prices).header("Last-Event-ID", "1-1").build();
        assertThatThrownBy(() -> stage.http().send(request, HttpResponse.BodyHandlers.ofString()).body()).isInstanceOf(IOException.class);
        StreamStage.await("nobody has a place", () -> stage.counts.connections() == 0 && stage.subscriptions() == 0);
        stage.channels.watchedPrices((symbol, _) -> fail(symbol + " is watched"));
    }
}
