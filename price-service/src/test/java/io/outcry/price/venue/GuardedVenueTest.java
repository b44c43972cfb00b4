// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static io.outcry.price.venue.VenueAnswers.BTC_USD;
import static io.outcry.price.venue.VenueAnswers.DOGE_USD;
import static io.outcry.price.venue.VenueAnswers.ETH_BTC;
import static io.outcry.price.venue.VenueAnswers.SOL_USD;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.price.Await;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quotes;
import io.outcry.price.domain.VenueReply;
import java.io.IOException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GuardedVenueTest {

    /** None of which a machine that is busy with something else reaches. */
    private static final VenueLimits LIMITS =
            new VenueLimits(Duration.ofSeconds(20), Duration.ofSeconds(10), Duration.ofSeconds(60), 2, Duration.ofSeconds(30));

    private static final VenueLimits IMPATIENT =
            new VenueLimits(Duration.ofMillis(300), Duration.ofMillis(200), Duration.ofSeconds(60), 2, Duration.ofSeconds(30));

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ScriptedClient client = new ScriptedClient();
    private final Venues venues = new Venues(List.of(client), LIMITS, meters, InstantSource.system());
    private final GuardedVenue venue = venues.all().getFirst();

    @AfterEach
    void close() {
        venues.close();
    }

    @Test
    void oneUnlistedSymbolCostsTheOthersNothingAndIsNotAskedForAgain() throws InterruptedException {
        client.unlisted = Set.of("DOGE-USD");

        var replies = venue.ask(List.of(BTC_USD, ETH_BTC, DOGE_USD, SOL_USD));
        int calls = client.calls.get();
        var again = venue.ask(List.of(BTC_USD, ETH_BTC, DOGE_USD, SOL_USD));

        assertThat(replies.get("DOGE-USD")).isEqualTo(new VenueReply.NotListed());
        assertThat(replies.get("BTC-USD")).isInstanceOf(VenueReply.Quoted.class);
        assertThat(again).isEqualTo(replies);
        assertThat(client.calls.get() - calls).as("calls of the second round").isEqualTo(1);
        assertThat(polls("ok")).isEqualTo(client.calls.get());
    }

    @Test
    void aDeadVenueIsLeftAloneAfterThreePollsEvenIfItWasWellBefore() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            venue.ask(List.of(BTC_USD));
        }
        client.failure = new IOException("connection refused");

        for (int i = 0; i < 3; i++) {
            assertThat(venue.ask(List.of(BTC_USD)).get("BTC-USD")).isEqualTo(new VenueReply.Unavailable("connection refused"));
        }

        assertThat(venue.breakerState()).isEqualTo("OPEN");
        assertThat(venue.ask(List.of(BTC_USD)).get("BTC-USD")).isEqualTo(new VenueReply.Unavailable("breaker open"));
        assertThat(polls("failed")).isEqualTo(3);
        assertThat(polls("breaker_open")).isEqualTo(1);
    }

    @Test
    void aVenueThatIsBackIsKnownToBeByTheFirstGoodAnswer() throws InterruptedException {
        VenueLimits soon = new VenueLimits(
                LIMITS.callTimeout(), LIMITS.slowCall(), Duration.ofMillis(50), LIMITS.concurrentCalls(), LIMITS.roundTimeout());
        try (Venues tried = new Venues(List.of(client), soon, meters, InstantSource.system())) {
            GuardedVenue back = tried.all().getFirst();
            client.failure = new IOException("connection refused");
            for (int i = 0; i < 3; i++) {
                back.ask(List.of(BTC_USD));
            }
            client.failure = null;
            Await.until("it may be tried", () -> back.breakerState().equals("HALF_OPEN"));

            assertThat(back.ask(List.of(BTC_USD)).get("BTC-USD")).isInstanceOf(VenueReply.Quoted.class);
            assertThat(back.breakerState()).isEqualTo("CLOSED");
        }
    }

    @Test
    void aVenueThatHangsIsCut() throws InterruptedException {
        client.hang = true;

        try (Venues impatient = new Venues(List.of(client), IMPATIENT, meters, InstantSource.system())) {
            assertThat(impatient.all().getFirst().ask(List.of(BTC_USD)).get("BTC-USD"))
                    .isEqualTo(new VenueReply.Unavailable("no answer in time"));
        }

        assertThat(client.cut.await(30, TimeUnit.SECONDS)).as("the hanging call was interrupted").isTrue();
        assertThat(polls("timeout")).isEqualTo(1);
    }

    @Test
    void aClientThatGivesUpFirstIsToldAsNoAnswerInTimeAllTheSame() throws InterruptedException {
        client.failure = new HttpTimeoutException("request timed out");

        assertThat(venue.ask(List.of(BTC_USD)).get("BTC-USD")).isEqualTo(new VenueReply.Unavailable("no answer in time"));

        assertThat(polls("timeout")).isEqualTo(1);
    }

    @Test
    void nonsenseFromTheClientIsAFailureLikeAnyOther() throws InterruptedException {
        client.failure = new IllegalStateException();

        assertThat(venue.ask(List.of(BTC_USD)).get("BTC-USD")).isEqualTo(new VenueReply.Unavailable("IllegalStateException"));
    }

    private double polls(String result) {
        return meters.counter("outcry.price.polls", "venue", "scripted", "result", result).count();
    }

    private static final class ScriptedClient implements VenueClient {

        final AtomicInteger calls = new AtomicInteger();
        final CountDownLatch cut = new CountDownLatch(1);
        volatile Set<String> unlisted = Set.of();
        volatile Exception failure;
        volatile boolean hang;

        @Override
        public String name() {
            return "scripted";
        }

        @Override
        public int symbolsPerCall() {
            return 10;
        }

        @Override
        public VenueAnswer ask(List<PricedInstrument> instruments) throws IOException, InterruptedException {
            calls.incrementAndGet();
            if (hang) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    cut.countDown();
                    throw e;
                }
            }
            switch (failure) {
                case null -> {}
                case IOException e -> throw e;
                case RuntimeException e -> throw e;
                default -> throw new AssertionError(failure);
            }
            if (instruments.stream().anyMatch(instrument -> unlisted.contains(instrument.symbol()))) {
                return new VenueAnswer.RefusedAsUnlisted();
            }
            Map<String, VenueReply> replies = new HashMap<>();
            instruments.forEach(instrument -> replies.put(instrument.symbol(), new VenueReply.Quoted(Quotes.at(99, 101, 1))));
            return new VenueAnswer.Replies(replies);
        }

        @Override
        public void close() {}
    }
}
