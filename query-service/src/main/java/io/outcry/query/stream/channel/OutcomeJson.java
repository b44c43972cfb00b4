// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.contracts.json.AuctionJson;
import io.outcry.contracts.json.TradeJson;
import io.outcry.contracts.v1.Outcome;
import io.outcry.query.record.OutcomeRecords;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an outcome means for the channels of its symbol, in the words of the reads. */
final class OutcomeJson {

    private OutcomeJson() {}

    static BookChange bookChange(Outcome outcome) {
        return new BookChange(
                outcome.getSequence(), outcome.getTimeUs() / 1_000, outcome.getPriceScale(), outcome.getQuantityScale(),
                outcome.getLevelsList(), auction(outcome));
    }

    private static @Nullable String auction(Outcome outcome) {
        if (OutcomeRecords.isInAuction(outcome)) {
            return AuctionJson.of(outcome);
        }
        return outcome.hasInstrument() ? "null" : null;
    }

    /** Its trades, in the order of execution. */
    static List<String> trades(Outcome outcome) {
        List<String> trades = new ArrayList<>(outcome.getTradesCount());
        for (int i = 0; i < outcome.getTradesCount(); i++) {
            trades.add(TradeJson.append(new StringBuilder(160), outcome, i).toString());
        }
        return trades;
    }
}
