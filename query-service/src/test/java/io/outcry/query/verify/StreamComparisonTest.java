// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** A client's book is right if it is the log's at the client's own sequence, and only then. */
class StreamComparisonTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Differences differences = new Differences();
    private final PlainMarket.All market = new PlainMarket.All();

    private static Outcome level(String symbol, long sequence, long price, long quantity) {
        return Outcome.newBuilder().setSymbol(symbol).setSequence(sequence).setPriceScale(2).setQuantityScale(2)
                .addLevels(LevelChange.newBuilder().setSide(Side.SIDE_BUY).setPrice(price).setQuantity(quantity)).build();
    }

    private static StreamedBook book(long sequence, String bids) {
        StreamedBook book = new StreamedBook();
        book.replace(JSON.readTree("{\"sequence\":" + sequence + ",\"bids\":" + bids + ",\"asks\":[]}"));
        return book;
    }

    private int compare(StreamedBook book) {
        StreamComparison comparison = new StreamComparison(Map.of("BTC-USD", book), differences);
        for (Outcome outcome : List.of(
                level("BTC-USD", 1, 100, 5), level("BTC-USD", 2, 101, 6), level("ETH-USD", 3, 7, 7), level("BTC-USD", 4, 100, 0))) {
            comparison.before(outcome, market);
            market.add(outcome);
        }
        comparison.end(4, market);
        return comparison.compared();
    }

    @Test
    void aBookIsComparedWithTheLogWhereTheClientIs() {
        assertThat(compare(book(2, "[[\"1.00\",\"0.05\"],[\"1.01\",\"0.06\"]]"))).isEqualTo(1);
        assertThat(differences.count()).isZero();
    }

    @Test
    void aBookAtTheEndOfTheLogIsComparedThere() {
        assertThat(compare(book(4, "[[\"1.01\",\"0.06\"]]"))).isEqualTo(1);
        assertThat(differences.count()).isZero();
    }

    @Test
    void aLevelThatShouldHaveGoneIsADifference() {
        compare(book(4, "[[\"1.00\",\"0.05\"],[\"1.01\",\"0.06\"]]"));
        assertThat(differences.first()).singleElement().asString().contains("book:BTC-USD bids at 4");
    }

    @Test
    void aBookAheadOfTheViewIsADifference() {
        assertThat(compare(book(5, "[]"))).isZero();
        assertThat(differences.count()).isEqualTo(1);
    }

    @Test
    void aDeltaThatDoesNotFollowIsNoticed() {
        StreamedBook book = book(2, "[[\"1.00\",\"0.05\"]]");
        assertThat(book.change(JSON.readTree("{\"first\":3,\"sequence\":5,\"bids\":[[\"1.00\",\"0\"]],\"asks\":[[\"2.00\",\"1.00\"]]}")))
                .isTrue();
        assertThat(book.bids()).isEmpty();
        assertThat(book.asks()).containsExactly("[\"2.00\",\"1.00\"]");
        assertThat(book.change(JSON.readTree("{\"first\":7,\"sequence\":7,\"bids\":[],\"asks\":[]}"))).isFalse();
    }
}
