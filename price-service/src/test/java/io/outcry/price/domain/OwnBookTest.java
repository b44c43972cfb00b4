// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.OwnBook.Side;
import org.junit.jupiter.api.Test;

class OwnBookTest {

    private final OwnBook book = new OwnBook();

    @Test
    void theBestOfBothSidesAreItsQuoteAtTheScaleOfTheAggregatedPrice() {
        book.level(Side.BID, 5_990, 3);
        book.level(Side.BID, 5_995, 1);
        book.level(Side.ASK, 6_010, 2);
        book.level(Side.ASK, 6_005, 2);
        assertThat(top()).isEqualTo(quote(599_500, 600_500));

        book.level(Side.BID, 5_995, 0);
        assertThat(top()).as("after the best bid has gone").isEqualTo(quote(599_000, 600_500));
    }

    @Test
    void withOneSideItSaysNothing() {
        book.level(Side.BID, 5_990, 3);
        assertThat(top()).isEqualTo(new VenueReply.NotListed());
    }

    @Test
    void withSidesThatAreMoreThanFivePercentApartItSaysNothing() {
        book.level(Side.BID, 6_000, 1);
        book.level(Side.ASK, 6_301, 1);
        assertThat(top()).isEqualTo(new VenueReply.NotListed());

        book.level(Side.ASK, 6_300, 1);
        assertThat(top()).isEqualTo(quote(600_000, 630_000));
    }

    @Test
    void outsideOfTradingItSaysNothing() {
        book.level(Side.BID, 5_990, 3);
        book.level(Side.ASK, 6_010, 2);
        book.trading(false);
        assertThat(top()).isEqualTo(new VenueReply.NotListed());

        book.trading(true);
        assertThat(top()).isEqualTo(quote(599_000, 601_000));
    }

    @Test
    void aPriceThatDoesNotFitIsUnusable() {
        book.level(Side.BID, Long.MAX_VALUE / 50, 1);
        book.level(Side.ASK, Long.MAX_VALUE / 50, 1);
        assertThat(top()).isEqualTo(new VenueReply.Unusable("too large"));
    }

    private VenueReply top() {
        return book.reply(100, "USD", 7);
    }

    private static VenueReply quote(long bid, long ask) {
        return new VenueReply.Quoted(new Quote(bid, ask, 0, "USD", 0, 7, 0, Transport.SOCKET));
    }
}
