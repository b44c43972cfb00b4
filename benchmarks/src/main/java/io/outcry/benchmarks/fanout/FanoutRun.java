// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.outcry.benchmarks.command.Words;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * One side with one setup, in processes of its own: at the steady rate, then at its limit. The product also with clients that never read:
 * with them and without them in turn, all turns with a symbol beside the others that is published far more often and that only they watch,
 * so that what is kept for them is soon full.
 */
final class FanoutRun {

    static final String STEADY = "steady";
    static final String WITHOUT = "none stalled";
    static final String STALLED = "+ stalled";
    static final String LIMIT = "limit";

    private static final int CONNECTIONS = 0;
    private static final int PUBLISHED = 1;
    private static final int SERVER_CPU = 2;
    private static final int HEAP = 3;
    private static final int RESIDENT = 4;

    private final FanoutSetup setup;
    private final Side side;
    private final Load load;
    private final Stalled stalled;

    /**
     * How hard and how long.
     *
     * @param steadyPerSecond messages to each client
     * @param limitPerSecond prices a second that no side can deliver to all
     * @param seconds of each measurement
     * @param warmupSeconds before each
     */
    record Load(int steadyPerSecond, int limitPerSecond, int seconds, int warmupSeconds) {}

    /**
     * Those who never read.
     *
     * @param clients how many
     * @param floodPerSecond prices that they subscribe to
     * @param turns with them, and as many without
     */
    record Stalled(int clients, int floodPerSecond, int turns) {}

    FanoutRun(FanoutSetup setup, Side side, Load load, Stalled stalled) {
        this.setup = setup;
        this.side = side;
        this.load = load;
        this.stalled = stalled;
    }

    List<FanoutResult> measure(PrintStream out) throws IOException, InterruptedException {
        String symbols = Integer.toString(setup.symbols());
        try (FanoutProcess server = new FanoutProcess(FanoutServer.NAME, List.of("--side", Words.of(side), "--symbols", symbols))) {
            String port = Long.toString(server.await("port")[0]);
            long[] empty = server.tell("state", "state");
            List<FanoutResult> results = new ArrayList<>();
            try (FanoutProcess clients = new FanoutProcess(
                    FanoutClients.NAME,
                    List.of("--port", port, "--clients", Integer.toString(setup.clients()), "--symbols", symbols))) {
                clients.await("ready");
                idle(empty, server, out);
                results.add(measure(STEADY, load.steadyPerSecond(), server, clients));
                // Before what only the product is asked for, which would warm it up.
                results.add(measure(LIMIT, load.limitPerSecond(), server, clients));
                if (side == Side.PRODUCT && stalled.clients() > 0) {
                    server.tell("flood " + stalled.floodPerSecond(), "state");
                    for (int turn = 0; turn < stalled.turns(); turn++) {
                        clients.tell("stall 0", "seen");
                        results.add(measure(WITHOUT, load.steadyPerSecond(), server, clients));
                        clients.tell("stall " + stalled.clients(), "seen");
                        results.add(measure(STALLED, load.steadyPerSecond(), server, clients));
                    }
                    server.tell("flood 0", "state");
                    clients.tell("stall 0", "seen");
                }
            }
            results.forEach(result -> out.println(result.toRow()));
            awaitNobody(server);
            return results;
        }
    }

    /** What connections cost that are subscribed while nothing happens. */
    private void idle(long[] empty, FanoutProcess server, PrintStream out) throws IOException, InterruptedException {
        TimeUnit.SECONDS.sleep(load.warmupSeconds());
        long[] before = server.tell("state", "state");
        long startNanos = System.nanoTime();
        TimeUnit.SECONDS.sleep(load.warmupSeconds());
        long[] after = server.tell("state", "state");
        out.printf(
                Locale.ROOT, "%s, %s, idle: %,d bytes of heap and %,d resident for each, %.2f cores for all%n", setup, Words.of(side),
                (after[HEAP] - empty[HEAP]) / setup.clients(), (after[RESIDENT] - empty[RESIDENT]) / setup.clients(),
                (after[SERVER_CPU] - before[SERVER_CPU]) / (double) Math.max(1, System.nanoTime() - startNanos));
    }

    private FanoutResult measure(String name, int perSecond, FanoutProcess server, FanoutProcess clients)
            throws IOException, InterruptedException {
        server.tell("rate " + perSecond, "state");
        TimeUnit.SECONDS.sleep(load.warmupSeconds());
        long[] serverBefore = server.tell("state", "state");
        long[] clientsBefore = clients.tell("start", "seen");
        TimeUnit.SECONDS.sleep(load.seconds());
        long[] seen = clients.tell("stop", "seen");
        long[] serverAfter = server.tell("rate 0", "state");
        requireAllConnected(name, serverAfter[CONNECTIONS]);
        double seconds = seen[0] / 1e9;
        double published = serverAfter[PUBLISHED] - serverBefore[PUBLISHED];
        return new FanoutResult(
                setup, side, name, published / seconds * setup.clients(), seen[1] / seconds, seen[2] / seconds,
                side == Side.PRODUCT ? seen[3] : 0, seen[4], seen[5], seen[6], seen[7],
                (double) (serverAfter[SERVER_CPU] - serverBefore[SERVER_CPU]) / Math.max(1, seen[1]),
                (seen[8] - clientsBefore[8]) / (double) seen[0], serverAfter[HEAP]);
    }

    /** A client that the server closed sees no later price, so it misses none either. One that never reads may be closed. */
    void requireAllConnected(String turn, long connections) throws IOException {
        if (connections < setup.clients()) {
            throw new IOException(String.format(
                    Locale.ROOT, "%s, %s, %s: only %d connections were there in the end", setup, Words.of(side), turn, connections));
        }
    }

    /** The clients have gone without a word: the server must notice each. */
    private void awaitNobody(FanoutProcess server) throws IOException, InterruptedException {
        for (int i = 0; i < 200; i++) {
            if (server.tell("state", "state")[CONNECTIONS] == 0) {
                return;
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw new IOException("connections are left after all clients of " + Words.of(side) + " have gone");
    }
}
