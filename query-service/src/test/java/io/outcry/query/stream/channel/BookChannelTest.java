// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.Side;
import io.outcry.query.feed.BookSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BookChannelTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final AtomicInteger asked = new AtomicInteger();
    private final BookChannel channel = new BookChannel("BTC-USD", 2, () -> 7, (_, _) -> ask(), 64, () -> 0);
    private long sequence = 10;

    private Optional<BookSnapshot> ask() {
        asked.incrementAndGet();
        return Optional.of(new BookSnapshot("BTC-USD", sequence, 0, 2, 0, List.of(new BookSnapshot.Level(100, sequence)), List.of(), null));
    }

    @BeforeEach
    void begin() {
        channel.begin();
        asked.set(0);
    }

    private void change() {
        sequence++;
        announce();
    }

    private void announce() {
        channel.changed(new BookChange(sequence, 0, 2, 2, List.of(), null));
    }

    /** A change of so many levels. */
    private void change(BookChannel of, int levels) {
        LevelChange level = LevelChange.newBuilder().setSide(Side.SIDE_BUY).setPrice(100).setQuantity(1).build();
        of.changed(new BookChange(++sequence, 0, 2, 2, Collections.nCopies(levels, level), null));
    }

    private static JsonNode only(Update update) {
        assertThat(update.messages()).hasSize(1);
        return JSON.readTree(new String(update.messages().getFirst(), StandardCharsets.UTF_8));
    }

    @Test
    void aChannelThatIsRestartedWhileItBeginsPromisesNothingOfTheBookBefore() {
        assertNothingIsPromisedOfTheBookBefore(begins -> {
            sequence = 200;
            begins.restart(Map.of());
        });
    }

    @Test
    void aChangeThatIsNotKeptWhileAChannelBeginsIsNotTakenForKnown() {
        assertNothingIsPromisedOfTheBookBefore(begins -> {
            sequence = 199;
            change(begins, 64);
        });
    }

    /** The book was read for it before, and what has changed since is not known. */
    private void assertNothingIsPromisedOfTheBookBefore(Consumer<BookChannel> meanwhile) {
        AtomicReference<@Nullable BookChannel> begins = new AtomicReference<>();
        BookChannel late = new BookChannel("BTC-USD", 2, () -> 7, (_, _) -> {
            Optional<BookSnapshot> book = ask();
            BookChannel begun = begins.getAndSet(null);
            if (begun != null) {
                meanwhile.accept(begun);
            }
            return book;
        }, 64, () -> 0);
        begins.set(late);
        late.begin();
        sequence = 201;
        late.changed(new BookChange(sequence, 0, 2, 2, List.of(), null));
        assertThat(late.resume(7, 150)).isNull();
        assertThat(late.resume(7, 200)).isNotNull();
    }

    @Test
    void aNewcomerGetsTheBookAsItIsAndNothingBehindIt() {
        channel.since(Cursor.NONE);
        change();
        change();
        Update update = channel.since(Cursor.NONE);
        JsonNode whole = only(update);
        assertThat(whole.get("type").asString()).isEqualTo("snapshot");
        assertThat(whole.get("sequence").asLong()).isEqualTo(12);
        assertThat(whole.get("bids").toString()).isEqualTo("[[\"1.00\",\"12\"]]");
        assertThat(channel.since(update.to()).messages()).isEmpty();
        change();
        assertThat(only(channel.since(update.to())).get("first").asLong()).isEqualTo(13);
    }

    @Test
    void allWhoComeBeforeTheNextChangeShareOneText() {
        change();
        byte[] first = channel.since(Cursor.NONE).messages().getFirst();
        assertThat(IntStream.range(0, 100).parallel().mapToObj(_ -> channel.since(Cursor.NONE).messages().getFirst()))
                .allSatisfy(text -> assertThat(text).isSameAs(first));
        assertThat(asked).hasValue(1);
    }

    @Test
    void aCrowdThatComesAtOnceWaitsForTheFirstOfThem() {
        assertThat(IntStream.range(0, 100).parallel().mapToObj(_ -> channel.since(Cursor.NONE).messages().getFirst()).distinct())
                .hasSize(1);
        assertThat(asked).hasValue(1);
    }

    @Test
    void changesThatNobodyComesForAreNotEncoded() {
        Cursor at = channel.since(Cursor.NONE).to();
        for (int i = 0; i < 20; i++) {
            change();
            at = channel.since(at).to();
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void aBookThatWasAheadOfTheChangesIsNotMadeAnewForThem() {
        sequence++;
        byte[] ahead = channel.since(Cursor.NONE).messages().getFirst();
        announce();
        Update update = channel.since(Cursor.NONE);
        assertThat(update.messages()).containsExactly(ahead);
        assertThat(channel.since(update.to()).messages()).isEmpty();
    }

    @Test
    void aPlaceThatHasNotBeenReachedCannotBeGoneOnFrom() {
        assertThat(channel.resume(7, 10)).isNotNull();
        assertThat(channel.resume(7, 11)).isNull();
        change();
        assertThat(channel.resume(7, 10)).isNotNull();
        assertThat(channel.resume(7, 11)).isNotNull();
        assertThat(channel.resume(7, 12)).isNull();
        assertThat(channel.resume(7, Long.MAX_VALUE)).isNull();
        channel.restart(Map.of());
        assertThat(channel.resume(7, 11)).isNotNull();
        assertThat(channel.resume(7, 12)).isNull();
    }

    @Test
    void eachGetsWhatFollowsWhatHeHas() {
        Cursor at10 = channel.since(Cursor.NONE).to();
        change();
        Cursor at11 = channel.since(at10).to();
        change();
        assertThat(only(channel.since(at10)).get("first").asLong()).isEqualTo(11);
        assertThat(only(channel.since(at11)).get("first").asLong()).isEqualTo(12);
        assertThat(only(channel.since(at10)).get("first").asLong()).isEqualTo(11);
    }

    @Test
    void changesWeighAsMuchAsTheirLevels() {
        change(channel, 40);
        change(channel, 40);
        assertThat(channel.resume(7, 10)).as("two are heavier than 64").isNull();
        assertThat(channel.resume(7, 11)).isNotNull();
    }

    @Test
    void aPlaceInAnotherLogCannotBeGoneOnFrom() {
        assertThat(channel.resume(8, 10)).isNull();
    }
}
