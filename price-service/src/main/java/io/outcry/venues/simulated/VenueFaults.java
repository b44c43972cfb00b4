// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What is wrong with one venue now. Safe to change while the venue runs. */
public final class VenueFaults {

    private final InstantSource clock;
    private volatile Map<InjectedFault, Active> active = Map.of();

    /**
     * A fault at work.
     *
     * @param sinceMillis when it was set
     */
    record Active(FaultSetting setting, long sinceMillis) {

        double amount() {
            return setting.amount();
        }

        boolean concerns(String symbol) {
            return setting.symbols().isEmpty() || setting.symbols().contains(symbol);
        }
    }

    VenueFaults(InstantSource clock) {
        this.clock = clock;
    }

    /** Sets a fault, or changes how it is set. */
    public void set(InjectedFault fault, FaultSetting setting) {
        change(faults -> faults.put(fault, new Active(setting, clock.millis())));
    }

    /** Sets a fault in its usual way. */
    public void set(InjectedFault fault) {
        set(fault, FaultSetting.usual(fault));
    }

    public void clear(InjectedFault fault) {
        change(faults -> faults.remove(fault));
    }

    public void clearAll() {
        change(Map::clear);
    }

    /** The faults that are set and not over. */
    public Map<InjectedFault, FaultSetting> all() {
        Map<InjectedFault, FaultSetting> all = new EnumMap<>(InjectedFault.class);
        active.forEach((fault, how) -> {
            if (clock.millis() < how.setting().untilMillis()) {
                all.put(fault, how.setting());
            }
        });
        return all;
    }

    /** Null if the fault is not at work there. */
    @Nullable
    Active at(InjectedFault fault, InjectedFault.Scope where) {
        Active found = active.get(fault);
        return found != null && found.setting().scope().includes(where) && clock.millis() < found.setting().untilMillis() ? found : null;
    }

    /** Null if the fault is not at work there for the symbol. */
    @Nullable
    Active at(InjectedFault fault, InjectedFault.Scope where, String symbol) {
        Active found = at(fault, where);
        return found != null && found.concerns(symbol) ? found : null;
    }

    long nowMillis() {
        return clock.millis();
    }

    private synchronized void change(Consumer<Map<InjectedFault, Active>> change) {
        Map<InjectedFault, Active> faults = new EnumMap<>(InjectedFault.class);
        faults.putAll(active);
        change.accept(faults);
        active = faults;
    }
}
