// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Picks ports that nobody listens on, among those that no system gives out by itself: one of the others may be taken by any connection
 * before whoever picked it listens.
 */
public final class FreePort {

    /** Each and the one 10,000 above it, which a node of a Redis Cluster takes too, are below what Linux gives out (32,768 and above). */
    private static final int FROM = 12_000;
    private static final int TO = 22_000;
    private static final Set<Integer> PICKED = ConcurrentHashMap.newKeySet();

    private FreePort() {}

    /**
     * A loopback TCP port that was free a moment ago, another one at each call.
     *
     * @throws IllegalStateException if there is none left
     */
    public static int pick() {
        int first = ThreadLocalRandom.current().nextInt(FROM, TO);
        for (int i = 0; i < TO - FROM; i++) {
            int port = FROM + (first - FROM + i) % (TO - FROM);
            if (PICKED.add(port) && isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no free loopback port between " + FROM + " and " + TO);
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
