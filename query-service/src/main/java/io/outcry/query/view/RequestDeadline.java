// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import java.time.Duration;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * When the answer to a request has to be there, whatever it waits for: one moment for all its waits together. It travels in the
 * subscriber's context; what runs outside a request has none.
 */
public final class RequestDeadline {

    private static final Class<RequestDeadline> KEY = RequestDeadline.class;

    private final long nanos;

    private RequestDeadline(long nanos) {
        this.nanos = nanos;
    }

    /** The context of a request that begins now. */
    public static Context in(Context context, Duration limit) {
        return context.put(KEY, new RequestDeadline(System.nanoTime() + limit.toNanos()));
    }

    /** The time that is left of the request, at most {@code limit} and never less than nothing; {@code limit} outside a request. */
    public static Duration remaining(ContextView context, Duration limit) {
        RequestDeadline deadline = context.getOrDefault(KEY, null);
        if (deadline == null) {
            return limit;
        }
        long left = Math.max(0, deadline.nanos - System.nanoTime());
        return left < limit.toNanos() ? Duration.ofNanos(left) : limit;
    }
}
