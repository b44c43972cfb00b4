// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisException;
import io.netty.util.concurrent.EventExecutor;
import io.outcry.contracts.http.ApiException;
import io.outcry.query.domain.ViewPosition;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Some orders of one partition and its position, of one moment: one MGET. Lives on the event loop of those who asked. */
final class OrderQuestion {

    private static final Logger LOG = LoggerFactory.getLogger(OrderQuestion.class);

    private final ViewPartition partition;
    private final List<GatheredReads.Wanted> wanted;
    private final OrderReads reads;
    private final long deadline;
    private final long floor;
    private ViewBreaker.@Nullable Permit permit;
    private boolean ended;

    OrderQuestion(ViewPartition partition, List<GatheredReads.Wanted> wanted, OrderReads reads) {
        this.partition = partition;
        this.wanted = wanted;
        this.reads = reads;
        this.deadline = System.nanoTime() + reads.limit().toNanos();
        this.floor = reads.known().floor(partition);
    }

    boolean hasEnded() {
        return ended;
    }

    long nanosLeft() {
        return deadline - System.nanoTime();
    }

    /** @param whenAnswered called on the loop after Redis has answered */
    void ask(EventExecutor loop, Runnable whenAnswered) {
        permit = reads.guard().breaker(partition).permit();
        if (permit == null) {
            fail(ViewGuard.refused());
            return;
        }
        try {
            reads.redis().mget(keys()).whenComplete((values, failure) -> loop.execute(() -> {
                end(values, failure);
                whenAnswered.run();
            }));
        } catch (RedisException e) {
            end(null, e);
        }
    }

    private String[] keys() {
        ViewKeys keys = new ViewKeys(partition);
        String[] named = new String[1 + 2 * wanted.size()];
        named[0] = keys.position();
        int at = 1;
        for (GatheredReads.Wanted each : wanted) {
            named[at++] = keys.order(each.id());
            named[at++] = keys.fills(each.id());
        }
        return named;
    }

    /** The time is over; an answer that still comes is passed over. */
    void late() {
        end(null, new TimeoutException());
    }

    private void end(@Nullable List<KeyValue<String, byte[]>> values, @Nullable Throwable failure) {
        ViewBreaker.Permit asked = permit;
        if (ended || asked == null) {
            return;
        }
        if (values == null) {
            fail(asked.failed(failure == null ? new RedisException("no answer") : failure));
            return;
        }
        asked.answered();
        ViewPosition position = StoredView.position(value(values, 0));
        if (position.next() < floor) {
            fail(ViewReader.rebuilt(partition, position, floor));
            return;
        }
        reads.known().observe(partition, position);
        tell((each, index) -> each.reader().found(position, value(values, 1 + 2 * index), value(values, 2 + 2 * index)));
    }

    private static byte @Nullable [] value(List<KeyValue<String, byte[]>> values, int at) {
        KeyValue<String, byte[]> value = values.get(at);
        return value.hasValue() ? value.getValue() : null;
    }

    private void fail(ApiException failure) {
        tell((each, _) -> each.reader().failed(failure));
    }

    /** Each of them hears of it and gives its place back, whatever the others throw. */
    private void tell(ObjIntConsumer<GatheredReads.Wanted> how) {
        ended = true;
        for (int index = 0; index < wanted.size(); index++) {
            reads.guard().places().leave(partition);
            try {
                how.accept(wanted.get(index), index);
            } catch (RuntimeException e) {
                LOG.atError().setCause(e).log("the answer to a read of an order could not be passed on, its client may get none");
            }
        }
    }
}
