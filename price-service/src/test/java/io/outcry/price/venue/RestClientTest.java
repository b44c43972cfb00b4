// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static io.outcry.price.venue.VenueAnswers.BTC_USD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.contracts.time.Micros;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** What is asked of a venue over HTTP, and what is believed of its answers. */
@Timeout(60)
class RestClientTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    private volatile String listing = "";
    private volatile String retryAfter = "";
    private volatile String date = "";
    private volatile String usedWeight = "";
    private volatile String movedTo = "";
    private final DisposableServer server = HttpServer.create().host("127.0.0.1").port(0).route(routes -> routes
            .get("/api/v3/ticker/price", (in, out) -> out.sendString(Mono.just(listing)))
            .get("/api/v3/ticker/bookTicker", (in, out) -> {
                if (!movedTo.isEmpty()) {
                    return out.sendRedirect(movedTo);
                }
                if (!usedWeight.isEmpty()) {
                    return out.header("X-MBX-USED-WEIGHT-1M", usedWeight).sendString(Mono.just("[]"));
                }
                if (!date.isEmpty()) {
                    out.header("Date", date);
                }
                return out.status(429).header("Retry-After", retryAfter).sendString(Mono.just("{}"));
            })).bindNow();
    private final RestClient client = new RestClient(
            new Binance(), URI.create("http://127.0.0.1:" + server.port() + "/"), Optional.empty(), Duration.ofSeconds(20), 1,
            InstantSource.fixed(NOW));

    @AfterEach
    void close() {
        client.close();
        server.disposeNow();
    }

    @Test
    void aListThatLacksMuchOfTheOneBeforeIsBelievedWhenTheNextLacksItToo() throws Exception {
        listing = names(0, 100);
        assertThat(listed()).accepts(coin(0), coin(99)).rejects(coin(100));
        listing = names(0, 90);
        assertThat(listed()).as("a tenth may go at once").accepts(coin(89)).rejects(coin(90));

        listing = names(0, 45);
        assertThatExceptionOfType(VenueException.class).isThrownBy(this::listed)
                .withMessage("a list of 45 names, which lacks many of the 90 before");
        listing = names(45, 90);
        assertThatExceptionOfType(VenueException.class).as("another half").isThrownBy(this::listed);
        listing = names(45, 90);
        assertThat(listed()).accepts(coin(45)).rejects(coin(0));
        listing = names(0, 200);
        assertThat(listed()).as("what comes needs nobody's word").accepts(coin(0), coin(199));
    }

    @Test
    void whoSendsUsElsewhereIsNotFollowed() {
        listing = names(0, 100);
        movedTo = "/api/v3/ticker/price";

        assertThatExceptionOfType(VenueException.class).isThrownBy(() -> client.ask(List.of(BTC_USD))).withMessageContaining("HTTP 302");
    }

    @Test
    void aListWithoutNamesMeansThatNothingIsKnown() {
        listing = "[{\"ticker\":\"BTCUSDT\"},{\"symbol\":null}]";

        assertThatExceptionOfType(VenueException.class).isThrownBy(this::listed)
                .withMessage("a list of what is traded without names");
    }

    /** A date is one of the venue's clock, where it tells that. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            120,                                    ,                                        120
            999999999999999999999,                  ,                                        259200
            0,                                      ,                                        10
            soon,                                   ,                                        10
            -5,                                     ,                                        10
            'Sat, 21 Nov 2026 12:02:00 GMT',        ,                                        120
            'Sat, 21 Nov 2026 13:02:00 GMT',        'Sat, 21 Nov 2026 13:00:00 GMT',         120
            'Sat, 21 Nov 2026 12:02:00 GMT',        today,                                   120
            'Sat, 21 Nov 2026 11:59:00 GMT',        ,                                        10
            'Fri, 31 Dec 9999 23:59:59 GMT',        ,                                        259200
            """)
    void aVenueIsLeftAloneForAsLongAsItSays(String said, String saidDate, long seconds) {
        retryAfter = said;
        date = saidDate == null ? "" : saidDate;

        assertThatExceptionOfType(ThrottledException.class).isThrownBy(() -> client.ask(List.of(BTC_USD)))
                .satisfies(e -> assertThat(e.retryAfter()).hasSeconds(seconds));
    }

    @Test
    void whenOthersAtOurAddressHaveSpentTheMinuteItIsLeftToThem() throws Exception {
        TokenBucket bucket = client.bucket().orElseThrow();
        usedWeight = "5399";
        client.ask(List.of(BTC_USD));
        assertThat(bucket.take(1, Micros.now(() -> NOW))).isZero();

        usedWeight = "5400";
        client.ask(List.of(BTC_USD));
        assertThat(bucket.take(1, Micros.now(() -> NOW))).as("until the next minute of the clock").isEqualTo(60_000_000);
    }

    private Predicate<PricedInstrument> listed() throws IOException, InterruptedException {
        return client.listing().orElseThrow();
    }

    private static String names(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "{\"symbol\":\"COIN" + i + "USDT\"}").collect(Collectors.joining(",", "[", "]"));
    }

    private static PricedInstrument coin(int number) {
        return new PricedInstrument("COIN" + number + "-USD", "COIN" + number, "USD", 4, RefreshTier.COLD);
    }
}
