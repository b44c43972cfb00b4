// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import java.util.LinkedHashSet;
import java.util.SequencedSet;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What waits for the sockets of one event loop to take it. However many clients do not read, it has a bound: beyond it those are cut who
 * have taken nothing for longest. Confined to the event loop.
 */
final class Backlog {

    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

    private final long limit;
    private final LongAdder ofAll;
    /** Connections for which something waits, in the order in which they last took any of it. */
    private final SequencedSet<StreamConnection> waiting = new LinkedHashSet<>();
    private long bytes;

    /**
     * @param limit bytes
     * @param ofAll the same of all event loops
     */
    Backlog(long limit, LongAdder ofAll) {
        this.limit = limit;
        this.ofAll = ofAll;
    }

    void add(long more) {
        if (more != 0) {
            bytes += more;
            ofAll.add(more);
        }
    }

    /**
     * Something waits for this connection.
     *
     * @param tookSome it has taken some since the last time
     */
    void waits(StreamConnection connection, boolean tookSome) {
        if (tookSome) {
            waiting.addLast(connection);
        } else {
            waiting.add(connection);
        }
    }

    /** Nothing waits for this connection any more. */
    void remove(StreamConnection connection) {
        waiting.remove(connection);
    }

    /** Cuts the slowest as long as there is too much. */
    void relieve() {
        while (bytes > limit && !waiting.isEmpty()) {
            StreamConnection slowest = waiting.getFirst();
            if (!slowest.account()) {
                waiting.remove(slowest);
                cut(slowest);
            }
        }
    }

    /** Whatever becomes of it, that is not the affair of the one whose turn it is. */
    private static void cut(StreamConnection slowest) {
        try {
            slowest.cut();
        } catch (RuntimeException | OutOfMemoryError e) {
            LOG.atWarn().setCause(e).log("a slow connection could not be cut in order and is closed");
            slowest.drop();
        }
    }
}
