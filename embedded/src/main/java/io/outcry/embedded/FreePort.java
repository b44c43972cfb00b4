// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Picks ports that nobody listens on. */
public final class FreePort {

    /** The system gives a port that was let go again to the next who asks for one, and whoever picked it may not listen yet. */
    private static final Set<Integer> PICKED = ConcurrentHashMap.newKeySet();

    private FreePort() {}

    /** A loopback TCP port that was free a moment ago, another one at each call. */
    public static int pick() {
        int port = free();
        while (!PICKED.add(port)) {
            port = free();
        }
        return port;
    }

    private static int free() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free loopback port", e);
        }
    }
}
