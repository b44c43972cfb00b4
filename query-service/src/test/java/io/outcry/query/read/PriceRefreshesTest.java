// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.feed.LivePrice;
import io.outcry.query.feed.ScriptedFeed;
import io.outcry.query.log.LogProducer;
import io.outcry.query.position.PositionBarrier;
import io.outcry.query.position.ViewAges;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.view.Held;
import io.outcry.query.view.StoredPrice;
import io.outcry.query.view.ViewGuard;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewReader;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often the price of one symbol is asked for, and which price its readers get: in virtual time, the log tells what the test says. */
@Timeout(30)
class PriceRefreshesTest {

    private static final String SYMBOL = "RARE-EUR";
    private static final ViewPartition PRICES = new ViewPartition(ViewLog.PRICES, 0);
    private static final Duration DEADLINE = Duration.ofMillis(500);
    private static final Duration WAIT = Duration.ofMillis(450);
    private static final Duration STEP = Duration.ofMillis(10);
    private static final long MAX_AGE = 1_000;
    private static final long NOW = 1_763_700_000_000L;

    private final Clock clock = Clock.fixed(Instant.ofEpochMilli(NOW), ZoneOffset.UTC);
    private final ScriptedScheduler time = new ScriptedScheduler();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ViewPositions positions = new ViewPositions(1, 1);
    private final PositionBarrier barrier = new PositionBarrier(positions, DEADLINE, 100, time);
    private final ViewGuard guard = new ViewGuard(DEADLINE, 1);
    private final MockProducer<byte[], byte[]> kafka = new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final LogProducer producer = new LogProducer(kafka, 1, clock);
    private final ScriptedFeed feed = new ScriptedFeed();
    private final PriceRefreshes refreshes = new PriceRefreshes(
            new PriceRefreshes.Parts(
                    new ViewReader(PriceRefreshesTest::noRedis, guard, positions), barrier,
                    new NearMarket(feed, positions, new ViewAges(positions, clock), barrier), producer, DEADLINE, Duration.ofSeconds(2),
                    time,
                    clock),
            meters);
    private final Held<StoredPrice> seen = comes(60_000);

    private static <T> T noRedis() {
        throw new RedisException("what the log tells needs no Redis");
    }

    @AfterEach
    void close() {
        producer.close();
        guard.close();
    }

    /** The log tells of a price that is so old. */
    private Held<StoredPrice> comes(long ageMillis) {
        long sequence = positions.newest(PRICES).next() + 1;
        ViewPosition position = ViewPosition.EMPTY.priced(sequence - 1, NOW);
        LivePrice price = new LivePrice(
                PriceUpdate.newBuilder().setSymbol(SYMBOL).build(), new StoredPrice(NOW - ageMillis, "COLD", "FRESH", 3, sequence, "{"),
                position);
        feed.tells(price);
        positions.observe(PRICES, position);
        time.pass(Duration.ZERO);
        return new Held<>(PRICES, positions.newest(PRICES), price.stored());
    }

    private CompletableFuture<Optional<Held<StoredPrice>>> reader(long maxAge) {
        return refreshes.newer(SYMBOL, seen.value().sequence(), seen, maxAge).toFuture();
    }

    /** Of requests that Kafka has taken, which is told on another thread. */
    private void awaitWritten(int requests) {
        Awaitility.await("requests that Kafka has").atMost(Duration.ofSeconds(20)).until(() -> kafka.history().size() == requests);
    }

    private double flights() {
        return meters.get("outcry.query.refresh.flights").gauge().value();
    }

    private int asked() {
        return (int) meters.get("outcry.query.refresh.requests").counter().count();
    }

    private static Optional<Long> age(CompletableFuture<Optional<Held<StoredPrice>>> reader) {
        return reader.join().map(price -> price.value().ageMillis(NOW));
    }

    @Test
    void manyReadersAreOneRequestAndItsAnswerIsForAll() {
        List<CompletableFuture<Optional<Held<StoredPrice>>>> readers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            readers.add(reader(MAX_AGE));
        }
        assertThat(readers).noneMatch(CompletableFuture::isDone);
        comes(20);
        assertThat(readers).allMatch(reader -> age(reader).equals(Optional.of(20L)));
        assertThat(asked()).isEqualTo(1);
        assertThat(barrier.waiters()).as("one for all of them").isEqualTo(1);
        time.pass(Duration.ofSeconds(1));
        assertThat(asked()).as("nobody waits any more").isEqualTo(1);
        assertThat(barrier.waiters()).isZero();
    }

    @Test
    void aPriceThatIsStillTooOldIsNoAnswerAndTheNextOneIsThoughNobodyWasAskedForIt() {
        CompletableFuture<Optional<Held<StoredPrice>>> reader = reader(MAX_AGE);
        comes(1_500);
        assertThat(reader).isNotDone();
        time.pass(Duration.ofMillis(100));
        comes(900);
        assertThat(age(reader)).contains(900L);
        time.pass(Duration.ofSeconds(1));
        assertThat(asked()).isEqualTo(1);
        assertThat(flights()).as("and it ends when the pause is over").isZero();
    }

    @Test
    void afterSeveralThatAreTooOldTheVenuesAreAskedAgainToo() {
        CompletableFuture<Optional<Held<StoredPrice>>> reader = reader(MAX_AGE);
        comes(1_500);
        time.pass(Duration.ofMillis(100));
        comes(1_400);
        time.pass(Duration.ofMillis(150));
        assertThat(asked()).isEqualTo(2);
        comes(30);
        assertThat(age(reader)).contains(30L);
    }

    @Test
    void whoReadBeforeTheLastPriceCameGetsThatAndNobodyIsAsked() {
        comes(20);
        CompletableFuture<Optional<Held<StoredPrice>>> reader = reader(MAX_AGE);
        time.pass(Duration.ZERO);
        assertThat(age(reader)).contains(20L);
        assertThat(asked()).isZero();
        assertThat(flights()).isZero();
    }

    @Test
    void whereTheLastPriceIsTooOldForHimTheVenuesAreAskedForANewerOne() {
        comes(1_500);
        CompletableFuture<Optional<Held<StoredPrice>>> reader = reader(MAX_AGE);
        time.pass(Duration.ZERO);
        assertThat(reader).isNotDone();
        assertThat(asked()).isEqualTo(1);
        comes(30);
        assertThat(age(reader)).contains(30L);
    }

    @Test
    void noReaderIsToldThePriceThatHeHasAlready() {
        reader(MAX_AGE);
        Held<StoredPrice> last = comes(1_500);
        var later = refreshes.newer(SYMBOL, last.value().sequence(), last, MAX_AGE).toFuture();
        time.pass(WAIT);
        assertThat(age(later)).isEmpty();
    }

    /** The first moments of an instance. */
    @Test
    void whileTheFeedHasNotCaughtUpAndRedisIsAwayTheVenuesAreAskedAllTheSame() {
        feed.isLiveIn(_ -> false);
        CompletableFuture<Optional<Held<StoredPrice>>> reader = reader(MAX_AGE);
        assertThat(asked()).isEqualTo(1);
        time.pass(WAIT);
        assertThat(age(reader)).isEmpty();
    }

    @Test
    void afterAPauseTheVenuesAreAskedAgainForWhoStillWaits() {
        CompletableFuture<Optional<Held<StoredPrice>>> reader = reader(MAX_AGE);
        comes(1_500);
        time.pass(Duration.ofMillis(240));
        assertThat(asked()).isEqualTo(1);
        time.pass(Duration.ofMillis(10));
        assertThat(asked()).isEqualTo(2);
        comes(30);
        assertThat(age(reader)).contains(30L);
    }

    @Test
    void whenHisTimeIsOverAReaderGetsTheNewestThatHasCome() {
        CompletableFuture<Optional<Held<StoredPrice>>> reader = reader(MAX_AGE);
        comes(3_000);
        comes(2_000);
        time.pass(WAIT.minus(STEP).minus(STEP));
        assertThat(reader).isNotDone();
        time.pass(STEP.plus(STEP));
        assertThat(age(reader)).contains(2_000L);
    }

    @Test
    void whereNothingComesAReaderGetsNothingAndNoOtherRequestIsMadeWhileTheFirstStands() {
        CompletableFuture<Optional<Held<StoredPrice>>> reader = reader(MAX_AGE);
        awaitWritten(1);
        time.pass(WAIT);
        assertThat(age(reader)).isEmpty();
        assertThat(meters.get("outcry.query.refresh.failures").counter().count()).as("Kafka has it").isZero();
        reader(MAX_AGE);
        time.pass(Duration.ofMillis(1_500));
        assertThat(asked()).isEqualTo(1);
    }

    /** Whatever comes is too old for them, at once after each request, and they never cease to come. */
    @ParameterizedTest
    @ValueSource(longs = {0, MAX_AGE})
    void howeverManyInsistASymbolIsAskedForFourTimesASecondAtMost(long maxAge) {
        int answered = 0;
        for (Duration passed = Duration.ZERO; passed.compareTo(Duration.ofSeconds(5)) < 0; passed = passed.plus(STEP)) {
            reader(maxAge);
            if (asked() > answered) {
                answered = asked();
                comes(maxAge + 1);
            }
            time.pass(STEP);
        }
        assertThat(asked()).as("in 5 s").isBetween(15, 21);
    }

    @Test
    void aRequestThatKafkaRefusesMakesNobodyAskAgainAtOnce() {
        producer.close();
        CompletableFuture<Optional<Held<StoredPrice>>> reader = reader(MAX_AGE);
        assertThat(meters.get("outcry.query.refresh.failures").counter().count()).isEqualTo(1);
        time.pass(Duration.ofMillis(240));
        assertThat(asked()).isEqualTo(1);
        assertThat(reader).isNotDone();
        time.pass(Duration.ofMillis(10));
        assertThat(asked()).isEqualTo(2);
    }

    @Test
    void aStalePriceIsAskedForOnceThoughNobodyWaits() {
        for (int i = 0; i < 10; i++) {
            refreshes.ask(SYMBOL, seen.value().sequence(), seen);
        }
        comes(20);
        time.pass(Duration.ofSeconds(3));
        assertThat(asked()).isEqualTo(1);
        assertThat(flights()).isZero();
    }
}
