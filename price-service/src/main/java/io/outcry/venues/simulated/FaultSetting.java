// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.util.Set;

/**
 * How a fault is set.
 *
 * @param amount see {@link InjectedFault#usualAmount}
 * @param symbols our names of the symbols it is about; empty for all
 * @param scope where it shows
 * @param untilMillis after which it is over; {@link Long#MAX_VALUE} for not by itself
 */
public record FaultSetting(double amount, Set<String> symbols, InjectedFault.Scope scope, long untilMillis) {

    public FaultSetting {
        symbols = Set.copyOf(symbols);
        if (!Double.isFinite(amount) || Math.abs(amount) > 1e12) {
            throw new IllegalArgumentException("an amount out of range: " + amount);
        }
    }

    /** As usual, for all symbols, until it is cleared. */
    public static FaultSetting usual(InjectedFault fault) {
        return new FaultSetting(fault.usualAmount(), Set.of(), fault.usualScope(), Long.MAX_VALUE);
    }

    public FaultSetting withAmount(double newAmount) {
        return new FaultSetting(newAmount, symbols, scope, untilMillis);
    }

    public FaultSetting forSymbol(String symbol) {
        return new FaultSetting(amount, Set.of(symbol), scope, untilMillis);
    }

    public FaultSetting on(InjectedFault.Scope newScope) {
        return new FaultSetting(amount, symbols, newScope, untilMillis);
    }
}
