// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

/**
 * Knows whether any broker is connected, from the producer's own counts.
 *
 * <p>An attempt to connect counts as a connection, so after the count was zero only a growing number of established ones opens the
 * gate again.
 */
public final class LogGate {

    /** What a Kafka client knows about its connections. */
    public interface Connections {

        /** Connections ever established. */
        double established();

        /** Connections open or being opened now. */
        double open();
    }

    private final Connections connections;
    private boolean shut = true;
    private double establishedWhenShut;

    public LogGate(Connections connections) {
        this.connections = connections;
    }

    /**
     * Looks at the connections now. Called before every write and every few milliseconds besides, so that a short loss is not missed.
     *
     * @return whether a broker is connected
     */
    public synchronized boolean isOpen() {
        // Read first: a connection made between the two readings must not be taken for an old one, which would keep the gate shut.
        double established = connections.established();
        if (connections.open() < 1) {
            shut = true;
            establishedWhenShut = established;
        } else if (shut && established > establishedWhenShut) {
            shut = false;
        }
        return !shut;
    }
}
