// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.Command.PlaceOrder;
import io.outcry.matching.domain.Command.PlaceScaledOrder;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.RejectCode;
import io.outcry.matching.domain.reference.ExpectedOutcome.OrderLine;
import io.outcry.matching.domain.reference.ExpectedOutcome.TradeLine;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Placements with a client order id and what came of them first, oldest first. */
final class RememberedPlacements {

    /**
     * @param asItCame whether its symbol was not known and its numbers had digits of their own
     * @param report nothing, if the order could not be reported
     */
    record Entry(
            PlaceOrder terms,
            boolean asItCame,
            long sequence,
            long timeUs,
            int priceScale,
            int quantityScale,
            RejectCode reject,
            List<OrderLine> report,
            List<TradeLine> trades) {

        Entry withoutTrades() {
            return new Entry(terms, asItCame, sequence, timeUs, priceScale, quantityScale, reject, report, List.of());
        }

        Scales scales() {
            return new Scales(priceScale, quantityScale);
        }

        /** Whether {@code place}, at the scales of its symbol, is the same order; those of one that was not known then nobody can say. */
        boolean isSame(PlaceOrder place, @Nullable PlainBook book) {
            if (asItCame && book != null) {
                PlaceOrder brought = new ScaledTerms(new PlaceScaledOrder(terms, priceScale, quantityScale)).at(book.rules);
                return brought != null && brought.at(0).equals(place.at(0));
            }
            return terms.at(0).equals(place.at(0))
                    && (book == null || reject == RejectCode.UNKNOWN_SYMBOL || scales().equals(new Scales(book.rules)));
        }
    }

    private final EngineLimits limits;
    private final ArrayList<Entry> entries = new ArrayList<>();

    RememberedPlacements(EngineLimits limits) {
        this.limits = limits;
    }

    /** What an account's id led to; null if it is not known, any more. */
    @Nullable
    Entry find(String account, String clientOrderId, long nowUs) {
        return entries.stream()
                .filter(entry -> isNamed(entry, account, clientOrderId) && !isOld(entry, nowUs))
                .findFirst()
                .orElse(null);
    }

    void add(Entry entry, long nowUs) {
        entries.removeIf(old -> isNamed(old, entry.terms().account(), entry.terms().clientOrderId()));
        entries.add(entry.trades().size() > EngineLimits.TRADES_TOLD_AGAIN ? entry.withoutTrades() : entry);
        while (entries.size() > limits.rememberedPlacements()
                || isOld(entries.getFirst(), nowUs)) {
            entries.removeFirst();
        }
        for (int i = 0; i < entries.size() - 1 && trades() > limits.rememberedTrades(); i++) {
            entries.set(i, entries.get(i).withoutTrades());
        }
    }

    private long trades() {
        return entries.stream().mapToLong(entry -> entry.trades().size()).sum();
    }

    private static boolean isNamed(Entry entry, String account, String clientOrderId) {
        return entry.terms().account().equals(account) && entry.terms().clientOrderId().equals(clientOrderId);
    }

    private static boolean isOld(Entry entry, long nowUs) {
        return entry.timeUs() < nowUs - EngineLimits.REMEMBERED_US;
    }
}
