// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SendThreadsTest {

    private final SendThreads threads = new SendThreads();
    private final List<Integer> sent = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    void what_is_sent_is_sent_in_order_also_by_a_thread_that_has_gone_to_sleep() throws Exception {
        Thread sender = sender();
        await().until(() -> sender.getState() == Thread.State.WAITING);

        threads.send(() -> sent.add(1));
        threads.send(() -> sent.add(2));

        assertThat(sender()).isSameAs(sender);
        assertThat(sent).containsExactly(1, 2);
    }

    @Test
    void what_waits_is_still_tried_at_the_end_and_nothing_more() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        Thread sender = sender();
        threads.send(() -> {
            try {
                busy.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        threads.send(() -> sent.add(1));

        threads.close();
        busy.countDown();

        sender.join(TimeUnit.SECONDS.toMillis(30));
        assertThat(sender.isAlive()).isFalse();
        assertThat(sent).containsExactly(1);
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> threads.send(() -> sent.add(2)));
    }

    /** The thread that sends, once it has done all that it was asked before. */
    private Thread sender() throws Exception {
        CompletableFuture<Thread> sender = new CompletableFuture<>();
        threads.send(() -> sender.complete(Thread.currentThread()));
        return sender.get(30, TimeUnit.SECONDS);
    }
}
