// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.AuctionIndication;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TradingState;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LiveBookTest {

    private final LiveBook book = new LiveBook("A", new ViewPartition(ViewLog.ORDERS, 0));
    private long sequence;

    private Outcome.Builder outcome() {
        return Outcome.newBuilder().setSequence(++sequence).setTimeUs(sequence * 1_000).setSymbol("A").setPriceScale(2).setQuantityScale(1);
    }

    private static ViewPosition after(long offset) {
        return ViewPosition.EMPTY.passed(offset);
    }

    private static LevelChange level(Side side, long price, long quantity) {
        return LevelChange.newBuilder().setSide(side).setPrice(price).setQuantity(quantity).build();
    }

    private String text() {
        return new String(book.text(10).json(), StandardCharsets.UTF_8);
    }

    @Test
    void levelsAreAbsoluteAndZeroRemovesThem() {
        book.apply(after(0), outcome().addLevels(level(Side.SIDE_BUY, 100, 5)).addLevels(level(Side.SIDE_BUY, 101, 1))
                .addLevels(level(Side.SIDE_SELL, 103, 2)).build());
        book.apply(after(1), outcome().addLevels(level(Side.SIDE_BUY, 101, 0)).addLevels(level(Side.SIDE_SELL, 102, 9)).build());
        assertThat(text()).isEqualTo(
                "{\"symbol\":\"A\",\"sequence\":2,\"bids\":[[\"1.00\",\"0.5\"]],\"asks\":[[\"1.02\",\"0.9\"],[\"1.03\",\"0.2\"]],\"asOf\":2}");
        assertThat(new String(book.top().json(), StandardCharsets.UTF_8)).isEqualTo(
                "{\"symbol\":\"A\",\"sequence\":2,\"bid\":[\"1.00\",\"0.5\"],\"ask\":[\"1.02\",\"0.9\"],\"asOf\":2}");
        assertThat(book.snapshot(1).asks()).containsExactly(new BookSnapshot.Level(102, 9));
    }

    @Test
    void whoGoesThroughABookGetsTheLevelsBehindThoseThatHeHas() {
        book.apply(after(0), outcome().addLevels(level(Side.SIDE_BUY, 100, 5)).addLevels(level(Side.SIDE_BUY, 99, 4))
                .addLevels(level(Side.SIDE_BUY, 98, 3)).addLevels(level(Side.SIDE_SELL, 103, 2)).build());
        BookPlace second = BookPlace.behind(book.snapshot(1), 1);
        assertThat(book.snapshot(second, 1).bids()).containsExactly(new BookSnapshot.Level(99, 4));
        assertThat(book.snapshot(second, 1).asks()).isEmpty();

        BookPlace third = BookPlace.behind(book.snapshot(second, 1), 1);
        book.apply(after(1), outcome().addLevels(level(Side.SIDE_SELL, 104, 9)).addLevels(level(Side.SIDE_BUY, 97, 9)).build());
        assertThat(book.snapshot(third, 5).bids()).containsExactly(new BookSnapshot.Level(98, 3), new BookSnapshot.Level(97, 9));
        assertThat(book.snapshot(third, 5).asks()).as("of a side that was at its end").isEmpty();
        assertThat(third.isEnd()).isFalse();
        assertThat(BookPlace.behind(book.snapshot(third, 5), 5).isEnd()).isTrue();
    }

    @Test
    void anOutcomeThatTheLoadedBookHoldsAlreadyChangesNothing() {
        book.load(new BookSnapshot("A", 50, 7, 2, 1, List.of(new BookSnapshot.Level(100, 5)), List.of(), null), after(9));
        assertThat(book.apply(after(9), outcome().addLevels(level(Side.SIDE_BUY, 100, 1)).build())).isFalse();
        assertThat(book.snapshot(5).bids()).containsExactly(new BookSnapshot.Level(100, 5));
        assertThat(book.apply(after(10), outcome().addLevels(level(Side.SIDE_BUY, 100, 1)).build())).isTrue();
        assertThat(book.snapshot(5).bids()).containsExactly(new BookSnapshot.Level(100, 1));
    }

    @Test
    void theScalesOfAnOrderThatTheSymbolCouldNotHoldAreNotTheBooks() {
        book.apply(after(0), outcome().addLevels(level(Side.SIDE_BUY, 100, 5)).build());
        book.apply(after(1), outcome().setPriceScale(3).setQuantityScale(8).build());
        assertThat(book.snapshot(1).priceScale()).isEqualTo(2);
        assertThat(book.snapshot(1).quantityScale()).isEqualTo(1);
    }

    @Test
    void theTextIsMadeOnceForEachState() {
        book.apply(after(0), outcome().addLevels(level(Side.SIDE_BUY, 100, 5)).build());
        BookText first = book.text(10);
        assertThat(book.text(10)).isSameAs(first);
        assertThat(first.position()).isEqualTo(after(0)).isEqualTo(book.top().position());
        book.apply(after(1), outcome().build());
        assertThat(book.text(10)).as("an outcome without levels changes nothing").isSameAs(first);
        book.apply(after(2), outcome().addLevels(level(Side.SIDE_BUY, 100, 6)).build());
        assertThat(book.text(10)).isNotSameAs(first);
        assertThat(book.text(10).position()).isEqualTo(after(2)).isEqualTo(book.top().position());
    }

    @Test
    void theBookGoesOnWhileItsTextIsMade() {
        book.apply(after(0), outcome().addLevels(level(Side.SIDE_BUY, 100, 5)).build());
        BookText made = book.text(10, (change, depth, position, levels) -> {
            CompletableFuture.runAsync(() -> book.apply(after(1), outcome().addLevels(level(Side.SIDE_BUY, 100, 6)).build()))
                    .orTimeout(20, TimeUnit.SECONDS).join();
            return BookText.of(change, depth, position, levels);
        });
        assertThat(made.position()).isEqualTo(after(0));
        assertThat(new String(made.json(), StandardCharsets.UTF_8)).contains("[\"1.00\",\"0.5\"]");
        assertThat(text()).contains("[\"1.00\",\"0.6\"]");
    }

    @Test
    void aCrowdWaitsForOneText() throws InterruptedException {
        book.apply(after(0), outcome().addLevels(level(Side.SIDE_BUY, 100, 5)).build());
        AtomicInteger made = new AtomicInteger();
        List<Thread> others = new ArrayList<>();
        BookText.Encoder counting = (change, depth, position, levels) -> {
            made.incrementAndGet();
            return BookText.of(change, depth, position, levels);
        };
        book.text(10, (change, depth, position, levels) -> {
            for (int i = 0; i < 8; i++) {
                others.add(Thread.ofPlatform().start(() -> book.text(10, counting)));
            }
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
            while (others.stream().anyMatch(other -> other.isAlive() && other.getState() != Thread.State.BLOCKED)) {
                assertThat(System.nanoTime()).as("until all others wait").isLessThan(end);
                Thread.onSpinWait();
            }
            return BookText.of(change, depth, position, levels);
        });
        for (Thread other : others) {
            other.join();
        }
        assertThat(made).hasValue(0);
    }

    @Test
    void anAuctionIsShownUntilTheStateChanges() {
        book.apply(after(0), outcome().setAuction(AuctionIndication.newBuilder().setPrice(100).setVolume(3).setImbalance(-1)).build());
        assertThat(text()).contains("\"auction\":{\"price\":\"1.00\",\"volume\":\"0.3\",\"imbalance\":\"-0.1\"}");
        book.apply(after(1),
                outcome().setInstrument(Instrument.getDefaultInstance()).setTradingState(TradingState.TRADING_STATE_TRADING).build());
        assertThat(text()).doesNotContain("auction");
    }
}
