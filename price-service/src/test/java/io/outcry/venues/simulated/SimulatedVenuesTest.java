// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.price.Await;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Sockets and the control interface, over the loopback. */
class SimulatedVenuesTest {

    private static final String SUBSCRIBE_COINBASE =
            "{\"type\":\"subscribe\",\"product_ids\":[\"BTC-USD\"],\"channels\":[\"ticker\",{\"name\":\"heartbeat\"}]}";

    private final AtomicReference<Instant> jump = new AtomicReference<>(Instant.EPOCH);
    private volatile Instant still;
    private final SimulatedVenues venues = SimulatedVenues.start(
            SimulatedVenuesOptions.onFreePorts(1, List.of(
                    SimulatedListing.everywhere("BTC-USD", "60000.00"), SimulatedListing.everywhere("ETH-USD", "3000.00"))),
            () -> still != null ? still : Instant.now().plusSeconds(jump.get().getEpochSecond()));
    private final HttpClient http = HttpClient.newHttpClient();

    @AfterEach
    void close() {
        http.shutdownNow();
        venues.close();
    }

    @Test
    void binanceStreamsComeWrappedOrNot() {
        Socket wrapped = connect(SimulatedVenue.BINANCE, "/stream?streams=btcusdt@bookTicker");
        Socket raw = connect(SimulatedVenue.BINANCE, "/ws");
        raw.send("{\"method\":\"SUBSCRIBE\",\"params\":[\"ethusdt@ticker\"],\"id\":7}");

        wrapped.await("{\"stream\":\"btcusdt@bookTicker\",\"data\":{\"u\":");
        raw.await("{\"result\":null,\"id\":7}");
        raw.await("{\"e\":\"24hrTicker\",\"E\":");
    }

    @Test
    void coinbaseAcknowledgesNumbersItsMessagesAndBeats() {
        Socket socket = connect(SimulatedVenue.COINBASE, "/");
        socket.send(SUBSCRIBE_COINBASE);

        socket.await("{\"type\":\"subscriptions\",\"channels\":[");
        socket.await("{\"type\":\"ticker\",\"sequence\":1,\"product_id\":\"BTC-USD\"");
        socket.await("{\"type\":\"heartbeat\",\"sequence\":");
        socket.send("{\"type\":\"subscribe\",\"product_ids\":[\"NOPE-USD\"],\"channels\":[\"ticker\"]}");
        socket.await("NOPE-USD is not a valid product");
    }

    @Test
    void krakenSendsAStatusASnapshotAndNumbersAsNumbers() {
        Socket socket = connect(SimulatedVenue.KRAKEN, "/v2");
        socket.send("{\"method\":\"subscribe\",\"params\":{\"channel\":\"ticker\",\"symbol\":[\"BTC/USD\",\"NO/USD\"]},\"req_id\":3}");

        socket.await("{\"channel\":\"status\"");
        socket.await("\"error\":\"Currency pair not supported NO/USD\"");
        socket.await("{\"channel\":\"ticker\",\"type\":\"snapshot\",\"data\":[{\"symbol\":\"BTC/USD\",\"bid\":");
        socket.await("{\"channel\":\"ticker\",\"type\":\"update\"");
    }

    @Test
    void whoDoesNotSubscribeInFiveSecondsIsCut() {
        Socket silent = connect(SimulatedVenue.COINBASE, "/");
        Socket subscribed = connect(SimulatedVenue.COINBASE, "/");
        subscribed.send(SUBSCRIBE_COINBASE);
        subscribed.await("subscriptions");

        jump.set(Instant.ofEpochSecond(6));

        Await.until("the silent socket is cut", () -> silent.closed == 1008);
        assertThat(subscribed.closed).isZero();
        assertThat(venues.traffic(SimulatedVenue.COINBASE).cut()).isEqualTo(1);
    }

    @Test
    void whoTalksTooMuchOrWantsTooManyStreamsIsCut() {
        still = Instant.now();
        Socket chatty = connect(SimulatedVenue.BINANCE, "/ws");
        for (int i = 0; i < 6; i++) {
            chatty.send("{\"method\":\"LIST_SUBSCRIPTIONS\",\"id\":" + i + "}");
        }
        Await.until("the chatty socket is cut", () -> chatty.closed == 1008);

        Socket greedy = connect(SimulatedVenue.BINANCE, "/ws");
        for (int message = 0; message < 2; message++) {
            StringBuilder names = new StringBuilder("\"x@ticker\"");
            for (int i = 0; i < 520; i++) {
                names.append(",\"s").append(message).append('x').append(i).append("@ticker\"");
            }
            greedy.send("{\"method\":\"SUBSCRIBE\",\"params\":[" + names + "],\"id\":1}");
        }
        Await.until("the greedy socket is cut", () -> greedy.closed == 1008);
    }

    @Test
    void aLongAnswerIsSentAtOnceAndDoesNotMakeTheClientASlowOne() {
        Socket socket = connect(SimulatedVenue.KRAKEN, "/v2");
        String symbols = IntStream.range(0, 2_000).mapToObj(i -> "\"NO" + i + "/USD\"").collect(Collectors.joining(","));
        socket.send("{\"method\":\"subscribe\",\"params\":{\"channel\":\"ticker\",\"symbol\":[" + symbols + ",\"BTC/USD\"]}}");

        socket.await("not supported NO1999/USD");
        socket.await("{\"channel\":\"ticker\",\"type\":\"update\"");
        assertThat(socket.closed).isZero();
    }

    @Test
    void aSocketEndsAfterADayAndAfterANotice() {
        Socket socket = connect(SimulatedVenue.BINANCE, "/ws/btcusdt@bookTicker");
        socket.await("\"s\":\"BTCUSDT\"");
        venues.faults(SimulatedVenue.BINANCE).set(InjectedFault.SERVER_SHUTDOWN);
        socket.await("\"e\":\"serverShutdown\"");
        Await.until("the end after the notice", () -> socket.closed == 1001);

        Socket next = connect(SimulatedVenue.KRAKEN, "/v2");
        next.await("status");
        jump.set(Instant.ofEpochSecond(Duration.ofHours(24).toSeconds()));
        Await.until("the end of the day", () -> next.closed == 1001);
    }

    @Test
    void tooManyConnectionsAreRefused() {
        still = Instant.now();
        int refused = 0;
        for (int i = 0; i < 25; i++) {
            if (tryConnect(SimulatedVenue.COINBASE, "/", new Socket()) == null) {
                refused++;
            }
        }
        assertThat(refused).isBetween(1, 5);
    }

    @Test
    void theControlInterfaceSetsShowsAndClearsFaults() throws Exception {
        assertThat(control("GET", "/faults").body()).contains("\"replay-past\"", "\"no-pong\"", "\"half-open\"");
        assertThat(control("PUT", "/venues/kraken/faults/spike?amount=5&symbol=BTC-USD&scope=rest&seconds=60").status()).isEqualTo(200);
        assertThat(control("GET", "/venues").body()).contains("\"spike\":{").contains("\"amount\":5.0");
        assertThat(control("DELETE", "/venues/kraken/faults").body()).contains("\"faults\":{}");
        assertThat(control("PUT", "/venues/kraken/faults/typhoon").status()).isEqualTo(400);
        assertThat(control("GET", "/nothing").status()).isEqualTo(404);
        assertThat(control("POST", "/venues/kraken/stop").body()).contains("\"running\":false");
        assertThat(control("POST", "/venues/kraken/start").body()).contains("\"running\":true");
    }

    @Test
    void aStoppedVenueRefusesConnectionsAndKeepsItsPort() throws Exception {
        InetSocketAddress address = new InetSocketAddress("127.0.0.1", venues.port(SimulatedVenue.KRAKEN));
        venues.stop(SimulatedVenue.KRAKEN);

        try (var another = new java.net.Socket()) {
            assertThatThrownBy(() -> another.bind(address)).isInstanceOf(BindException.class);
            assertThatThrownBy(() -> another.connect(address)).isInstanceOf(ConnectException.class);
        }
        venues.start(SimulatedVenue.KRAKEN);
        assertThat(venues.port(SimulatedVenue.KRAKEN)).isEqualTo(address.getPort());
    }

    @Test
    void aVenueCanBeStartedAsSoonAsItHasStopped() {
        for (int i = 0; i < 500; i++) {
            venues.stop(SimulatedVenue.KRAKEN);
            venues.start(SimulatedVenue.KRAKEN);
        }
        assertThat(venues.isRunning(SimulatedVenue.KRAKEN)).isTrue();
    }

    @Test
    void theControlInterfaceSaysWhyAVenueDoesNotStart() throws Exception {
        venues.stop(SimulatedVenue.KRAKEN);
        try (ServerSocket another = new ServerSocket()) {
            another.setReuseAddress(true);
            another.bind(new InetSocketAddress("127.0.0.1", venues.port(SimulatedVenue.KRAKEN)));

            Reply refused = control("POST", "/venues/kraken/start");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.body()).contains("cannot listen on 127.0.0.1:" + another.getLocalPort());
        }
        assertThat(control("POST", "/venues/kraken/start").status()).isEqualTo(200);
    }

    @Test
    void theControlInterfaceAnswersWhatCannotBeRead() throws Exception {
        URI control = URI.create(venues.controlUrl());
        try (var client = new java.net.Socket(control.getHost(), control.getPort())) {
            client.setSoTimeout(10_000);
            String request = "GET /%zz HTTP/1.1\r\nHost: venues\r\nConnection: close\r\n\r\n";
            client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)).startsWith("HTTP/1.1 400 ");
        }
    }

    private record Reply(int status, String body) {}

    private Reply control(String method, String path) throws Exception {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create(venues.controlUrl() + path)).method(method, BodyPublishers.noBody()).build(),
                BodyHandlers.ofString());
        return new Reply(response.statusCode(), response.body());
    }

    private Socket connect(SimulatedVenue venue, String path) {
        Socket socket = new Socket();
        assertThat(tryConnect(venue, path, socket)).isNotNull();
        return socket;
    }

    private @Nullable WebSocket tryConnect(SimulatedVenue venue, String path, Socket listener) {
        try {
            listener.webSocket = http.newWebSocketBuilder().buildAsync(URI.create(venues.socketUrl(venue) + path), listener).join();
            return listener.webSocket;
        } catch (CompletionException e) {
            return null;
        }
    }

    private static final class Socket implements WebSocket.Listener {

        final List<String> messages = new CopyOnWriteArrayList<>();
        private final StringBuilder partial = new StringBuilder();
        volatile int closed;
        volatile @Nullable WebSocket webSocket;

        void send(String text) {
            webSocket.sendText(text, true).join();
        }

        void await(String part) {
            Await.until("a message with " + part, () -> messages.stream().anyMatch(message -> message.contains(part)));
        }

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            partial.append(data);
            if (last) {
                messages.add(partial.toString());
                partial.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int statusCode, String reason) {
            closed = statusCode;
            return null;
        }
    }
}
