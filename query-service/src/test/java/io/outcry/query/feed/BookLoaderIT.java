// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.outcry.contracts.v1.Side;
import io.outcry.embedded.EngineSource;
import io.outcry.embedded.RedisServer;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.KnownPositions;
import io.outcry.query.view.RedisLink;
import io.outcry.query.view.SeenPositions;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewUnavailableException;
import io.outcry.query.view.WholeBooks;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Books as they are stored, read from a real Redis. */
@Timeout(60)
class BookLoaderIT {

    private static final ViewPartition PARTITION = new ViewPartition(ViewLog.ORDERS, 0);
    private static final ViewKeys KEYS = new ViewKeys(PARTITION);
    private static final ViewPosition AT = new ViewPosition(8, 7, 6, 0, 0, 5);
    private static final int SYMBOLS = 10;
    private static final int LEVELS = 200;
    /** What readers have; loading may take longer. */
    private static final Duration READ_TIMEOUT = Duration.ofMillis(20);

    @TempDir
    private Path directory;

    private RedisServer redis;
    private RedisClient client;
    private RedisCommands<String, String> commands;
    private RedisLink link;
    private BookLoader loader;
    private final SeenPositions seen = new SeenPositions();

    @BeforeEach
    void open() {
        redis = EngineSource.found().redis(directory.resolve("redis"), 0);
        client = RedisClient.create(redis.uri());
        commands = client.connect().sync();
        link = new RedisLink(redis.uri(), false, READ_TIMEOUT, READ_TIMEOUT);
        loader = new BookLoader(new WholeBooks(link), seen);
        commands.set(KEYS.position(), AT.stored());
        for (int i = 0; i < SYMBOLS; i++) {
            store("S" + i + "-USD", 1_000 * i);
        }
    }

    @AfterEach
    void close() {
        link.close();
        client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
        redis.close();
    }

    private void store(String symbol, int above) {
        commands.sadd(KEYS.symbols(), symbol);
        commands.set(KEYS.bookState(symbol), above + ",77");
        commands.hset(KEYS.levelQuantities(Side.SIDE_BUY, symbol), levels(above + 1));
        commands.hset(KEYS.levelQuantities(Side.SIDE_SELL, symbol), levels(above + LEVELS + 1));
    }

    private static Map<String, String> levels(int from) {
        Map<String, String> levels = new HashMap<>();
        IntStream.range(from, from + LEVELS).forEach(price -> levels.put("level" + price, "[\"" + price + ".50\",\"0.125\"]"));
        return levels;
    }

    private static void assertWhole(List<LiveBook> books) {
        assertThat(books).hasSize(SYMBOLS);
        for (LiveBook book : books) {
            int above = 1_000 * (book.symbol().charAt(1) - '0');
            BookSnapshot whole = book.snapshot(Integer.MAX_VALUE);
            assertThat(whole.sequence()).isEqualTo(above);
            assertThat(whole.timeMillis()).isEqualTo(77);
            assertThat(whole.priceScale()).isEqualTo(2);
            assertThat(whole.quantityScale()).isEqualTo(3);
            assertThat(whole.bids()).hasSize(LEVELS).startsWith(new BookSnapshot.Level(100L * (above + LEVELS) + 50, 125));
            assertThat(whole.asks()).hasSize(LEVELS).startsWith(new BookSnapshot.Level(100L * (above + LEVELS + 1) + 50, 125));
        }
    }

    @Test
    void allBooksAreLoadedWithThePositionTheyAreOf() throws ViewUnavailableException {
        commands.set(KEYS.auction("S3-USD"), "{\"price\":\"3200.50\",\"volume\":\"0.500\",\"imbalance\":\"-0.250\"}");
        BookLoader.Loaded loaded = loader.load(PARTITION, null).orElseThrow();
        assertThat(loaded.at()).isEqualTo(AT);
        assertThat(seen.floor()).isEqualTo(AT.next());
        assertWhole(loaded.books());
        LiveBook auctioned = loaded.books().stream().filter(book -> book.symbol().equals("S3-USD")).findFirst().orElseThrow();
        assertThat(auctioned.snapshot(1).auction().getImbalance()).isEqualTo(-250);
    }

    @Test
    void aSymbolThatHasNoBookYetHasAnEmptyOne() throws ViewUnavailableException {
        commands.sadd(KEYS.symbols(), "NEW-USD");
        List<LiveBook> books = loader.load(PARTITION, null).orElseThrow().books();
        assertThat(books).hasSize(SYMBOLS + 1).anySatisfy(book -> {
            assertThat(book.symbol()).isEqualTo("NEW-USD");
            assertThat(book.snapshot(1).bids()).isEmpty();
        });
    }

    @Test
    void nothingIsLoadedFromBehindWhatIsKnownOrFromWhereTheLogCouldNotBeFollowed() throws ViewUnavailableException {
        assertThat(loader.load(PARTITION, AT)).as("stuck there").isEmpty();
        seen.raise(AT.next() + 1);
        assertThat(loader.load(PARTITION, null)).as("behind").isEmpty();
        seen.raise(Long.MAX_VALUE);
        assertThat(loader.load(PARTITION, null)).as("another log").isEmpty();
    }

    @Test
    void whatABookIncludesThatIsNewerThanTheListOfSymbolsIsKnownFromThenOn() throws ViewUnavailableException {
        ViewPosition later = AT.startingAt(AT.next() + 30);
        KnownPositions moving = new KnownPositions() {
            @Override
            public long floor(ViewPartition partition) {
                return seen.floor(partition);
            }

            @Override
            public void observe(ViewPartition partition, ViewPosition position) {
                commands.set(KEYS.position(), later.stored());
                seen.observe(partition, position);
            }
        };
        assertThat(new BookLoader(new WholeBooks(link), moving).load(PARTITION, null).orElseThrow().at()).isEqualTo(AT);
        assertThat(seen.floor()).isEqualTo(later.next());
    }

    @Test
    void anAnswerMayTakeLongerThanAReaderWouldWait() throws ViewUnavailableException {
        commands.clientPause(10 * READ_TIMEOUT.toMillis());
        assertWhole(loader.load(PARTITION, null).map(BookLoader.Loaded::books).orElseThrow());
    }

    @Test
    void aRedisThatIsAwayIsSaidToBeAndReadWhenItIsBack() throws ViewUnavailableException {
        commands.save();
        int port = redis.port();
        redis.close();
        assertThatThrownBy(() -> loader.load(PARTITION, null)).isInstanceOf(ViewUnavailableException.class);
        redis = EngineSource.found().redis(directory.resolve("redis"), port);
        Optional<BookLoader.Loaded> loaded = loader.load(PARTITION, null);
        assertWhole(loaded.map(BookLoader.Loaded::books).orElseThrow());
    }
}
