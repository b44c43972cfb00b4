// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.RejectCode;
import io.outcry.matching.domain.TradingState;
import io.outcry.matching.domain.reference.ExpectedOutcome.Indication;
import io.outcry.matching.domain.reference.ExpectedOutcome.OrderLine;
import java.util.List;

/** The three kinds of outcome that the command of an offset can have: applied, refused, or told again. */
record Answer(long offset, long sequence, long timeUs) {

    /** @param defines whether rules and state are told though they are as before */
    ExpectedOutcome tell(Turn turn, boolean defines) {
        PlainBook book = turn.book;
        boolean inAuction = book.state == TradingState.AUCTION;
        return new ExpectedOutcome(
                offset, sequence, timeUs, book.rules.symbol(), book.rules.priceScale(), book.rules.quantityScale(), RejectCode.NONE, 0, 0,
                turn.instrument(defines), turn.tradingState(defines), inAuction,
                inAuction ? new Auction(book).indication() : Indication.NONE, turn.stopsActivated, turn.orders(),
                List.copyOf(turn.trades), turn.levels());
    }

    /** A command about no symbol. */
    ExpectedOutcome refuse(RejectCode reject) {
        return refuse("", Scales.NONE, reject, List.of());
    }

    /** @param scales of the numbers in the report */
    ExpectedOutcome refuse(String symbol, Scales scales, RejectCode reject, List<OrderLine> report) {
        return new ExpectedOutcome(
                offset, sequence, timeUs, symbol, scales.price(), scales.quantity(), reject, 0, 0, null, null, false, Indication.NONE, 0,
                report, List.of(), List.of());
    }

    ExpectedOutcome repeat(RememberedPlacements.Entry first) {
        return new ExpectedOutcome(
                offset, sequence, timeUs, first.terms().symbol(), first.priceScale(), first.quantityScale(), first.reject(),
                first.sequence(), first.timeUs(), null, null, false, Indication.NONE, 0, first.report(), first.trades(), List.of());
    }
}
