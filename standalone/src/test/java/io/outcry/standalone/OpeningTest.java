// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.outcry.standalone.client.LocalApi;
import io.outcry.standalone.client.OwnKeys;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

@Timeout(30)
class OpeningTest {

    private static final InstrumentsProperties ONE = new InstrumentsProperties(List.of(new InstrumentsProperties.Seed(
            "BTC-USD", "BTC", "USD", 2, 5, BigDecimal.ONE, BigDecimal.ONE, BigDecimal.ONE, BigDecimal.TEN, BigDecimal.ONE, "HOT",
            BigDecimal.TEN)), 0);

    private final AtomicBoolean refused = new AtomicBoolean();
    private final AtomicBoolean engineKnows = new AtomicBoolean();
    private final AtomicReference<String> registered = new AtomicReference<>();
    private final AtomicBoolean created = new AtomicBoolean();
    private final AtomicBoolean openBeforeItWasCreated = new AtomicBoolean();
    private final CountDownLatch said = new CountDownLatch(1);
    private HttpServer server;
    private LocalApi api;
    private InstrumentSeed instruments;
    private Opening opening;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        api = new LocalApi(() -> "http://127.0.0.1:" + server.getAddress().getPort());
        instruments = new InstrumentSeed(api, ONE, OwnKeys.random());
        opening = new Opening(api, instruments, true, said::countDown);
    }

    @AfterEach
    void stop() {
        opening.stop();
        server.stop(0);
    }

    @Test
    void anInstrumentThatCannotBeCreatedIsTriedAgainAndUntilThenTheMarketIsNotOpen() throws Exception {
        opening.start();

        assertThat(said.await(20, TimeUnit.SECONDS)).as("the market opens").isTrue();

        assertThat(refused).isTrue();
        assertThat(created).isTrue();
        assertThat(openBeforeItWasCreated).isFalse();
        assertThat(opening.isOpen()).isTrue();
        assertThat(opening.health().getStatus()).isEqualTo(Status.UP);
    }

    /** A start before this one ended when the engine had answered. */
    @Test
    void whatTheEngineKnowsAndTheRegistryDoesNotIsRegisteredWithTheRulesThatItHas() throws Exception {
        engineKnows.set(true);
        refused.set(true);
        opening.start();

        assertThat(said.await(20, TimeUnit.SECONDS)).as("the market opens").isTrue();

        assertThat(registered.get()).isEqualTo("{\"baseAsset\":\"BTC\",\"makerFeeBps\":7}");
    }

    @Test
    void whileTheMarketIsNotOpenHealthSaysHowManyInstrumentsAreThereAndHowManyWereCreated() throws Exception {
        refused.set(true);
        assertThat(opening.health()).isEqualTo(down("checked", 0, 0));

        instruments.create();
        assertThat(opening.health()).isEqualTo(down("created", 1, 1));

        InstrumentSeed ofNextStart = new InstrumentSeed(api, ONE, OwnKeys.random());
        ofNextStart.create();
        assertThat(new Opening(api, ofNextStart, true, said::countDown).health()).isEqualTo(down("checked", 1, 0));
    }

    private static Health down(String what, int ready, int created) {
        return Health.down().withDetail("state", "instruments are being " + what).withDetail("ready", ready)
                .withDetail("created", created).withDetail("configured", 1).build();
    }

    @Test
    void itIsAskedWhereTheServerListens() throws Exception {
        assertThat(StandaloneConfiguration.host(null)).isEqualTo("127.0.0.1");
        assertThat(StandaloneConfiguration.host(InetAddress.getByName("0.0.0.0"))).isEqualTo("127.0.0.1");
        assertThat(StandaloneConfiguration.host(InetAddress.getByName("::"))).isEqualTo("127.0.0.1");
        assertThat(StandaloneConfiguration.host(InetAddress.getByName("192.0.2.7"))).isEqualTo("192.0.2.7");
        assertThat(StandaloneConfiguration.host(InetAddress.getByName("::1"))).isEqualTo("[0:0:0:0:0:0:0:1]");
    }

    /** The first attempt to create something is refused; what was created is there. */
    private void answer(HttpExchange exchange) throws IOException {
        openBeforeItWasCreated.compareAndSet(false, opening.isOpen());
        if (exchange.getRequestMethod().equals("PUT")) {
            registered.set(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII));
        }
        byte[] body = "{\"symbol\":\"BTC-USD\",\"baseAsset\":\"BTC\",\"makerFeeBps\":7,\"state\":\"TRADING\"}"
                .getBytes(StandardCharsets.US_ASCII);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status(exchange.getRequestMethod(), exchange.getRequestURI().getPath()), body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private int status(String method, String path) {
        if (method.equals("PUT")) {
            if (refused.compareAndSet(false, true)) {
                return 503;
            }
            created.set(true);
            return 200;
        }
        boolean known = path.startsWith("/api/v1/instruments/") && engineKnows.get();
        return path.startsWith("/actuator") || known || created.get() ? 200 : 404;
    }
}
