// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.verify;

import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Trade;
import io.outcry.query.domain.Holding;
import io.outcry.query.record.OutcomeAccounts;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/** What must be true of every holding, however its average is kept: sums over all trades, by account and symbol. */
final class PlainHoldings {

    /** By account, then symbol. */
    private final Map<String, Map<String, Sums>> sums = new HashMap<>();

    /**
     * Integers at the symbol's scales.
     *
     * @param quantity bought less sold
     * @param received money received less money paid, fees apart
     * @param fees paid
     */
    record Sums(BigInteger quantity, BigInteger received, BigInteger fees) {

        private Sums and(long bought, long price, long fee) {
            return new Sums(
                    quantity.add(BigInteger.valueOf(bought)),
                    received.subtract(BigInteger.valueOf(bought).multiply(BigInteger.valueOf(price))), fees.add(BigInteger.valueOf(fee)));
        }

        /** Whether a stored holding has these sums, and no cost without a quantity. */
        boolean agreesWith(Holding holding) {
            return holding.quantity().equals(quantity) && holding.fees().equals(fees)
                    && holding.realised().subtract(holding.cost()).compareTo(new BigDecimal(received)) == 0
                    && holding.cost().signum() * quantity.signum() >= 0 && (quantity.signum() != 0 || holding.cost().signum() == 0);
        }
    }

    void add(Outcome outcome) {
        OutcomeAccounts accounts = new OutcomeAccounts(outcome);
        for (Trade trade : outcome.getTradesList()) {
            long bought = trade.getTakerSide() == Side.SIDE_BUY ? trade.getQuantity() : -trade.getQuantity();
            add(accounts.of(trade.getTakerOrderId()), outcome.getSymbol(), bought, trade.getPrice(), trade.getTakerFee());
            add(accounts.of(trade.getMakerOrderId()), outcome.getSymbol(), -bought, trade.getPrice(), trade.getMakerFee());
        }
    }

    private void add(String account, String symbol, long bought, long price, long fee) {
        sums.computeIfAbsent(account, _ -> new HashMap<>())
                .merge(symbol, new Sums(BigInteger.ZERO, BigInteger.ZERO, BigInteger.ZERO).and(bought, price, fee),
                        (before, _) -> before.and(bought, price, fee));
    }

    Map<String, Map<String, Sums>> byAccount() {
        return sums;
    }
}
