// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.outcry.venues.simulated.InjectedFault.Scope;
import io.outcry.venues.simulated.VenueFaults.Active;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What becomes of the messages of one socket before they are sent: lost, doubled, or out of order. */
final class Mishaps {

    private final VenueFaults faults;
    private final Map<String, String> held = new HashMap<>();
    private long counted;

    Mishaps(VenueFaults faults) {
        this.faults = faults;
    }

    /** What is sent instead of a message with prices of {@code symbol}. */
    List<String> ofData(String symbol, String json) {
        counted++;
        boolean lost = faults.at(InjectedFault.FREEZE, Scope.SOCKET, symbol) != null
                || faults.at(InjectedFault.GAP, Scope.SOCKET, symbol) != null && counted % 3 == 0;
        if (lost) {
            return List.of();
        }
        String before = held.remove(symbol);
        if (before == null && faults.at(InjectedFault.REORDER, Scope.SOCKET, symbol) != null) {
            held.put(symbol, json);
            return List.of();
        }
        List<String> sent = new ArrayList<>(List.of(json));
        if (before != null) {
            sent.add(before);
        }
        if (faults.at(InjectedFault.DUPLICATE, Scope.SOCKET, symbol) != null) {
            sent.add(json);
        }
        return sent;
    }

    /** What is sent instead of anything else. */
    List<String> ofWords(String json) {
        Active frozen = faults.at(InjectedFault.FREEZE, Scope.SOCKET);
        return frozen == null || !frozen.setting().symbols().isEmpty() ? List.of(json) : List.of();
    }
}
