// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.Side;
import io.outcry.query.feed.BookPlace;
import io.outcry.query.feed.BookSnapshot;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A book that is too large for one message, as a client gets it who knows nothing of parts: a snapshot, and deltas that follow. */
class LargeBookTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final long MIDDLE = 100_000;
    private static final int DEPTH = 4_500;
    private static final int HISTORY = 256;
    /** A part, with levels of this test, and the changes that are kept. */
    private static final int LONGEST = (2 * BookChannel.LEVELS + HISTORY) * 20 + 200;

    private final NavigableMap<Long, Long> bids = new TreeMap<>(Comparator.reverseOrder());
    private final NavigableMap<Long, Long> asks = new TreeMap<>();
    private final Deque<BookChange> unheard = new ArrayDeque<>();
    private long nanos;
    private final BookChannel channel = new BookChannel("BTC-USD", 2, () -> 7, this::ask, HISTORY, () -> nanos);
    private long sequence = 10;
    private int asked;

    @BeforeEach
    void begin() {
        LongStream.rangeClosed(1, DEPTH).forEach(i -> {
            bids.put(MIDDLE - i, i);
            asks.put(MIDDLE + i, i);
        });
        channel.begin();
        asked = 0;
    }

    private Optional<BookSnapshot> ask(BookPlace behind, int depth) {
        asked++;
        return Optional.of(new BookSnapshot("BTC-USD", sequence, 0, 0, 0, side(bids, behind.bid(), depth),
                side(asks, behind.ask(), depth), null));
    }

    private static List<BookSnapshot.Level> side(NavigableMap<Long, Long> side, long behind, int depth) {
        return side.tailMap(behind, false).entrySet().stream().limit(depth)
                .map(level -> new BookSnapshot.Level(level.getKey(), level.getValue())).toList();
    }

    /** Something happens in the book that is announced later. */
    private void change(Side side, long price, long quantity) {
        NavigableMap<Long, Long> of = side == Side.SIDE_BUY ? bids : asks;
        if (quantity == 0) {
            of.remove(price);
        } else {
            of.put(price, quantity);
        }
        LevelChange level = LevelChange.newBuilder().setSide(side).setPrice(price).setQuantity(quantity).build();
        unheard.add(new BookChange(++sequence, 0, 0, 0, List.of(level), null));
    }

    private void hear() {
        channel.changed(unheard.remove());
    }

    private void hearAll() {
        while (!unheard.isEmpty()) {
            hear();
        }
    }

    /** Any level, more often a good one. */
    private void changeAny(SplittableRandom random) {
        long away = 1 + random.nextInt(random.nextBoolean() ? 20 : DEPTH);
        boolean bid = random.nextBoolean();
        change(bid ? Side.SIDE_BUY : Side.SIDE_SELL, bid ? MIDDLE - away : MIDDLE + away, random.nextInt(3));
    }

    /** What a client makes of the messages: each delta has to follow. */
    private static final class Client {

        private final Map<Long, Long> bids = new HashMap<>();
        private final Map<Long, Long> asks = new HashMap<>();
        private long sequence = -1;
        private boolean partial;
        private Cursor at = Cursor.NONE;
        private int messages;
        private JsonNode last;

        /** @return false if there is nothing more to get at once */
        boolean get(BookChannel channel) {
            Update update = channel.since(at);
            update.messages().forEach(this::take);
            at = update.to();
            assertThat(at.sequence()).as("what a heartbeat says").isEqualTo(sequence);
            return update.more();
        }

        /** Gets part after part, each but the last with the promise of another. */
        void getAll(BookChannel channel) {
            while (get(channel)) {
                assertThat(partial).isTrue();
            }
        }

        private void take(byte[] text) {
            messages++;
            assertThat(text.length).isLessThanOrEqualTo(LONGEST);
            JsonNode message = JSON.readTree(text);
            last = message;
            if (message.get("type").asString().equals("snapshot")) {
                bids.clear();
                asks.clear();
            } else {
                assertThat(message.get("first").asLong()).isEqualTo(sequence + 1);
            }
            take(message.get("bids"), bids);
            take(message.get("asks"), asks);
            sequence = message.get("sequence").asLong();
            partial = message.path("more").asBoolean(false);
        }

        private static void take(JsonNode levels, Map<Long, Long> side) {
            for (JsonNode level : levels) {
                long price = Long.parseLong(level.get(0).asString());
                if (level.get(1).asString().equals("0")) {
                    side.remove(price);
                } else {
                    side.put(price, Long.parseLong(level.get(1).asString()));
                }
            }
        }
    }

    private void assertIsTheBook(Client client) {
        assertThat(client.partial).isFalse();
        assertThat(client.sequence).isEqualTo(sequence);
        assertThat(client.bids).isEqualTo(bids);
        assertThat(client.asks).isEqualTo(asks);
    }

    @Test
    void itComesInPartsThatAreShortTheBestFirst() {
        Client client = new Client();
        assertThat(client.get(channel)).isTrue();
        assertThat(client.bids).hasSize(1_000).containsKeys(MIDDLE - 1, MIDDLE - 1_000);
        assertThat(client.asks).hasSize(1_000).containsKeys(MIDDLE + 1, MIDDLE + 1_000);
        assertThat(client.partial).isTrue();
        while (client.get(channel)) {
            assertThat(client.partial).isTrue();
            assertThat(client.sequence).isZero();
        }
        assertThat(client.messages).isEqualTo(5);
        assertIsTheBook(client);
    }

    @Test
    void oneThatFitsIsOneMessage() {
        bids.tailMap(MIDDLE - 999, false).clear();
        asks.tailMap(MIDDLE + 999, false).clear();
        Client client = new Client();
        assertThat(client.get(channel)).isFalse();
        assertIsTheBook(client);
    }

    /** That the last part was the last one is seen by the next. */
    @Test
    void aSideMayEndWithAPartAndBeforeTheOtherOne() {
        bids.tailMap(MIDDLE - 10, false).clear();
        asks.tailMap(MIDDLE + 2_000, false).clear();
        Client client = new Client();
        assertThat(client.get(channel)).isTrue();
        assertThat(client.get(channel)).isTrue();
        assertThat(client.last.get("bids")).isEmpty();
        assertThat(client.get(channel)).isFalse();
        assertThat(client.last.get("asks")).isEmpty();
        assertThat(client.messages).isEqualTo(3);
        assertIsTheBook(client);
    }

    /** The book goes on meanwhile, and is at times ahead of what is announced. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whateverHappensBetweenThePartsTheClientsBookIsTheBook(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int visit = 0; visit < 6; visit++) {
            Client client = new Client();
            for (boolean more = true; more || client.partial;) {
                more = client.get(channel);
                int changes = random.nextInt(1 + random.nextInt(HISTORY / 2));
                for (int i = 0; i < changes; i++) {
                    changeAny(random);
                }
                for (int heard = random.nextInt(1 + unheard.size()); heard > 0; heard--) {
                    hear();
                }
                if (!more) {
                    hearAll();
                }
            }
            hearAll();
            while (client.get(channel)) {
                assertThat(client.partial).as("he fell behind").isTrue();
            }
            assertIsTheBook(client);
        }
    }

    @Test
    void whatAPartIsAheadOfIsWaitedForBeforeTheSequenceIsTold() {
        Client client = new Client();
        client.get(channel);
        change(Side.SIDE_BUY, MIDDLE - 1, 7);
        change(Side.SIDE_BUY, MIDDLE - 4_400, 7);
        client.getAll(channel);
        assertThat(client.partial).as("not all levels are of one moment").isTrue();
        hear();
        assertThat(client.get(channel)).isFalse();
        assertThat(client.partial).isTrue();
        hear();
        assertThat(client.get(channel)).isFalse();
        assertIsTheBook(client);
    }

    @Test
    void whoMissesMoreThanIsKeptBeginsAnew() {
        Client client = new Client();
        client.get(channel);
        client.get(channel);
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 2 * HISTORY; i++) {
            changeAny(random);
            hear();
        }
        client.get(channel);
        assertThat(client.bids).hasSize(1_000);
        client.getAll(channel);
        assertIsTheBook(client);
    }

    @Test
    void aHalfBookCannotBeGoneOnFrom() {
        Client client = new Client();
        client.get(channel);
        assertThat(channel.resume(7, client.sequence)).isNull();
    }

    @Test
    void whoIsHalfWayWhereTheLogGoesOnSomewhereElseBeginsAnew() {
        Client client = new Client();
        client.get(channel);
        client.get(channel);
        bids.put(MIDDLE - 1, 77L);
        sequence = 500;
        channel.restart(Map.of());
        client.getAll(channel);
        assertIsTheBook(client);
    }

    @Test
    void changesOfTheBestLevelsAndTheAuctionComeWithTheNextPartAndAreCounted() {
        Client client = new Client();
        client.get(channel);
        for (int quantity = 7; quantity <= 9; quantity++) {
            change(Side.SIDE_BUY, MIDDLE - 1, quantity);
        }
        unheard.add(new BookChange(++sequence, 0, 0, 0, List.of(), "{\"price\":\"5\"}"));
        hearAll();
        assertThat(channel.since(client.at).conflated()).isEqualTo(3);
        client.get(channel);
        assertThat(client.bids).hasSize(2_000).containsEntry(MIDDLE - 1, 9L);
        assertThat(client.last.get("conflated").asLong()).isEqualTo(3);
        assertThat(client.last.get("auction").get("price").asString()).isEqualTo("5");
        client.get(channel);
        assertThat(client.last.has("conflated") || client.last.has("auction")).isFalse();
    }

    /** They come while the book changes, so that each has another book before him. */
    @Test
    void aCrowdSharesTheTexts() {
        Client first = new Client();
        Client second = new Client();
        first.get(channel);
        change(Side.SIDE_BUY, MIDDLE - 1, 7);
        hearAll();
        while (first.get(channel)) {
            assertThat(second.get(channel)).isTrue();
            assertThat(asked).as("one for each part").isEqualTo(first.messages);
        }
        change(Side.SIDE_BUY, MIDDLE - 1, 8);
        hearAll();
        while (second.get(channel)) {
            assertThat(second.partial).isEqualTo(second.messages < 5);
        }
        assertThat(asked).isEqualTo(5);
        assertIsTheBook(second);
    }

    @Test
    void aTenthOfASecondLaterTheFirstPartIsMadeAnewIfTheBookHasChanged() {
        byte[] first = channel.since(Cursor.NONE).messages().getFirst();
        nanos += TimeUnit.MILLISECONDS.toNanos(100);
        assertThat(channel.since(Cursor.NONE).messages()).containsExactly(first);
        nanos--;
        change(Side.SIDE_BUY, MIDDLE - 1, 7);
        hearAll();
        assertThat(channel.since(Cursor.NONE).messages()).containsExactly(first);
        nanos++;
        assertThat(channel.since(Cursor.NONE).messages().getFirst()).isNotEqualTo(first);
    }

    @Test
    void oneChangeOfMoreLevelsThanAreKeptIsToldAsABook() {
        Client client = new Client();
        client.getAll(channel);
        List<LevelChange> gone = LongStream.rangeClosed(1, 2 * HISTORY)
                .mapToObj(i -> LevelChange.newBuilder().setSide(Side.SIDE_BUY).setPrice(MIDDLE - i).setQuantity(0).build()).toList();
        gone.forEach(level -> bids.remove(level.getPrice()));
        channel.changed(new BookChange(++sequence, 0, 0, 0, gone, null));
        int before = client.messages;
        client.getAll(channel);
        assertThat(client.messages).isEqualTo(before + 5);
        assertIsTheBook(client);
    }
}
