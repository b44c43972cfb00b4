// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
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

    /**
     * Asked without listening: a process that another thread begins holds for a moment what is open here, and somebody would listen on the
     * port even after it was found free. Two that both reuse addresses and do not listen may have a port together.
     */
    static boolean isFree(int port) {
        try (Socket socket = new Socket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(Loopback.ADDRESS, port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
