// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.outcry.venues.simulated.VenueFaults.Active;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The market as one venue shows it: its own error and spread, and what is wrong with it. */
final class VenueView {

    private final SimulatedMarket market;
    private final SimulatedVenue venue;
    private final VenueFaults faults;
    private final List<SimulatedListing> listings;

    VenueView(SimulatedMarket market, SimulatedVenue venue, VenueFaults faults) {
        this.market = market;
        this.venue = venue;
        this.faults = faults;
        this.listings = market.listings().stream().filter(listing -> listing.venues().contains(venue)).toList();
    }

    /** Everything the venue ever listed. */
    List<SimulatedListing> listings() {
        return listings;
    }

    /** The venue's own time, which may be wrong. */
    long venueMillis(InjectedFault.Scope where) {
        Active skew = faults.at(InjectedFault.CLOCK_SKEW, where);
        Active past = faults.at(InjectedFault.REPLAY_PAST, where);
        return market.nowMillis() + (skew == null ? 0 : (long) skew.amount()) - (past == null ? 0 : (long) past.amount());
    }

    /** Whether the venue still knows the symbol. */
    boolean lists(SimulatedListing listing, InjectedFault.Scope where) {
        return faults.at(InjectedFault.DELISTED, where, listing.symbol()) == null;
    }

    /** Of the last trade that sockets show: an answer tells it with its ticker. */
    long tradeId(SimulatedListing listing) {
        return market.tradeId(listing, shownTime(listing, InjectedFault.Scope.SOCKET));
    }

    SimulatedTicker ticker(SimulatedListing listing, InjectedFault.Scope where) {
        SimulatedTicker ticker = market.ticker(venue, listing, shownTime(listing, where));
        Active skew = faults.at(InjectedFault.CLOCK_SKEW, where, listing.symbol());
        if (skew != null) {
            ticker = ticker.withTime(ticker.time().plusMillis((long) skew.amount()));
        }
        Active spike = faults.at(InjectedFault.SPIKE, where, listing.symbol());
        if (spike != null) {
            ticker = ticker.withPrices(off(ticker.bid(), spike), off(ticker.ask(), spike), off(ticker.last(), spike));
        }
        if (faults.at(InjectedFault.CROSSED, where, listing.symbol()) != null) {
            ticker = ticker.withPrices(ticker.ask(), ticker.bid(), ticker.last());
        }
        if (faults.at(InjectedFault.ZERO, where, listing.symbol()) != null) {
            BigDecimal zero = BigDecimal.ZERO.setScale(ticker.bid().scale());
            ticker = ticker.withPrices(zero, zero, zero);
        }
        return ticker;
    }

    DayRange day(SimulatedListing listing, SimulatedTicker ticker) {
        return market.day(listing, ticker);
    }

    private long shownTime(SimulatedListing listing, InjectedFault.Scope where) {
        long now = market.nowMillis();
        @Nullable Active stuck = faults.at(InjectedFault.STUCK_SYMBOL, where, listing.symbol());
        Active frozen = faults.at(InjectedFault.FREEZE, where, listing.symbol());
        Active past = faults.at(InjectedFault.REPLAY_PAST, where, listing.symbol());
        if (stuck != null) {
            now = stuck.sinceMillis();
        }
        if (frozen != null) {
            now = Math.min(now, frozen.sinceMillis());
        }
        return past == null ? now : now - (long) past.amount();
    }

    private static BigDecimal off(BigDecimal price, Active spike) {
        BigDecimal factor = BigDecimal.valueOf(100 + spike.amount()).movePointLeft(2);
        return price.multiply(factor).setScale(price.scale(), RoundingMode.HALF_UP).max(BigDecimal.ONE.movePointLeft(price.scale()));
    }
}
