// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderingTest {

    @Test
    void levelKeysSortAsTextLikeThePricesAsNumbersBeyondThePrecisionOfADouble() {
        List<Long> prices = List.of(0L, 1L, 9L, 10L, 5_999_500L, 1L << 53, (1L << 53) + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE);
        assertThat(prices.stream().map(LevelKey::of).toList()).isSorted().doesNotHaveDuplicates().allMatch(key -> key.length() == 19);
        assertThatThrownBy(() -> LevelKey.of(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1-", "-1", "1-2-3", "a-1", "1.0-1", "1234567890123456789-1", " 1-1"})
    void otherTextsAreNoTradeIds(String text) {
        assertThat(TradeId.parse(text)).isEmpty();
    }

    @Test
    void tradesOfOneOutcomeSortByNumberNotByText() {
        assertThat(List.of(new TradeId(1, 10), new TradeId(1, 2), new TradeId(2, 0)).stream().sorted().map(TradeId::toString))
                .containsExactly("1-2", "1-10", "2-0");
    }

    @Test
    void cursorsOrderByTimeAndThenByIdAndReadBack() {
        OrderCursor older = new OrderCursor(100, 9);
        OrderCursor newer = new OrderCursor(100, 10);
        assertThat(older).isLessThan(newer).isLessThan(new OrderCursor(101, 1));
        assertThat(newer.member()).isGreaterThan(older.member());
        assertThat(OrderCursor.parse(newer.toString())).contains(newer);
        assertThat(newer.place()).isGreaterThan(older.place()).isLessThan(new OrderCursor(1_763_700_000_000_000L, 1).place())
                .hasSameSizeAs(OrderCursor.NEWEST.place());
        assertThat(OrderCursor.ofPlace(newer.place())).isEqualTo(newer);
        assertThat(new OrderCursor(1_763_700_000_000_000L, Long.MAX_VALUE)).isLessThan(OrderCursor.NEWEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "-", "1-x", "99999999999999999-1", "1-9999999999999999999", "1-2,3"})
    void otherTextsAreNoCursors(String text) {
        assertThat(OrderCursor.parse(text)).isEmpty();
    }
}
