// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

/**
 * How many watch what.
 *
 * @param clients connections
 * @param symbols that each client is subscribed to
 */
record FanoutSetup(int clients, int symbols) {

    static final int MAX_SYMBOLS = 1_000;
    static final int MAX_CLIENTS = 50_000;

    @Override
    public String toString() {
        return clients + " clients, " + symbols + (symbols == 1 ? " symbol" : " symbols");
    }
}
