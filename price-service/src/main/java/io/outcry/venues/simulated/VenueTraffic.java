// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.util.Map;
import java.util.TreeMap;

/** What one venue has been asked since it was created. */
public final class VenueTraffic {

    private final Map<Integer, Long> byStatus = new TreeMap<>();
    private long requests;
    private long refused;
    private long sockets;
    private long messages;
    private long cut;

    synchronized void requested() {
        requests++;
    }

    synchronized void answered(int status) {
        byStatus.merge(status, 1L, Long::sum);
    }

    synchronized void refusedByLimits() {
        refused++;
    }

    synchronized void socketOpened() {
        sockets++;
    }

    synchronized void messageSent() {
        messages++;
    }

    synchronized void socketCut() {
        cut++;
    }

    /** Requests over REST, answered or not. */
    public synchronized long requests() {
        return requests;
    }

    /** Requests that the limits did not let pass, whatever status that has at the venue. */
    public synchronized long refused() {
        return refused;
    }

    /** Answers by HTTP status. */
    public synchronized Map<Integer, Long> byStatus() {
        return Map.copyOf(byStatus);
    }

    /** Sockets that were opened. */
    public synchronized long sockets() {
        return sockets;
    }

    /** Messages sent on sockets. */
    public synchronized long messages() {
        return messages;
    }

    /** Sockets that were cut because their client broke a rule. */
    public synchronized long cut() {
        return cut;
    }
}
