// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static io.outcry.price.venue.VenueAnswers.BTC_USD;
import static io.outcry.price.venue.VenueAnswers.DOGE_USD;
import static io.outcry.price.venue.VenueAnswers.SOL_USD;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.VenueReply;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who waits for a call to a venue, and for how long. */
class BoardingTest {

    private static final VenueReply GONE = new VenueReply.Unavailable("gone");

    private final Boarding boarding = new Boarding();

    @ParameterizedTest
    @CsvSource({"100, 200", "200, 100"})
    void whoWantsWhatAnotherWaitsForJoinsHimAndTheyWaitAsLongAsTheLongerOfBoth(long first, long second) {
        CompletableFuture<VenueReply> his = boarding.board(DOGE_USD, first);
        CompletableFuture<VenueReply> other = boarding.board(DOGE_USD, second);
        assertThat(other).isSameAs(his);
        assertThat(boarding.size()).isEqualTo(1);
        assertThat(boarding.take(10, 200)).hasSize(1);
        assertThat(his).isNotDone();
    }

    @Test
    void whoCannotWaitAnyLongerIsToldSoAndNotAskedFor() {
        CompletableFuture<VenueReply> late = boarding.board(DOGE_USD, 100);
        CompletableFuture<VenueReply> inTime = boarding.board(SOL_USD, 101);
        assertThat(boarding.take(10, 101)).extracting(Boarding.Passenger::instrument).containsExactly(SOL_USD);
        assertThat(late).isCompletedWithValueMatching(VenueReply.Unavailable.class::isInstance);
        assertThat(inTime).isNotDone();
        assertThat(boarding.size()).isZero();
    }

    @Test
    void asManyWaitAsThereIsRoomForAndOneMoreIsToldAtOnce() {
        for (int i = 0; i < Boarding.MAX_WAITING; i++) {
            assertThat(boarding.board(cold("C" + i), 100)).isNotDone();
        }
        assertThat(boarding.board(BTC_USD, 100)).isCompletedWithValueMatching(VenueReply.Unavailable.class::isInstance);
        assertThat(boarding.size()).isEqualTo(20_000);
        assertThat(boarding.board(cold("C7"), 100)).as("who waits already needs no room").isNotDone();
    }

    @Test
    void whenNobodyWillGoAllAreToldAndTheirPlacesAreFree() {
        List<CompletableFuture<VenueReply>> replies =
                List.of(boarding.board(BTC_USD, 100), boarding.board(DOGE_USD, 100), boarding.board(SOL_USD, 100));
        boarding.turnAway(GONE);
        assertThat(replies).allSatisfy(reply -> assertThat(reply).isCompletedWithValue(GONE));
        assertThat(boarding.size()).isZero();
    }

    @Test
    void whomTheVenueDoesNotAnswerIsToldSoAndMayAskAgain() {
        CompletableFuture<VenueReply> silent = boarding.board(DOGE_USD, 100);
        boarding.arrived(boarding.take(10, 100), Map.of());
        assertThat(silent).isCompletedWithValueMatching(VenueReply.Unavailable.class::isInstance);
        assertThat(boarding.board(DOGE_USD, 100)).isNotDone();
        assertThat(boarding.size()).isEqualTo(1);
    }

    @Test
    void whatTheVenueDoesNotListNeedNotWait() {
        CompletableFuture<VenueReply> listed = boarding.board(SOL_USD, 100);
        CompletableFuture<VenueReply> unlisted = boarding.board(DOGE_USD, 100);
        boarding.dropUnlisted(SOL_USD::equals);
        assertThat(unlisted).isCompletedWithValue(new VenueReply.NotListed());
        assertThat(listed).isNotDone();
        assertThat(boarding.next(10)).containsExactly(SOL_USD);
    }

    private static PricedInstrument cold(String base) {
        return new PricedInstrument(base + "-USD", base, "USD", 4, RefreshTier.COLD);
    }
}
