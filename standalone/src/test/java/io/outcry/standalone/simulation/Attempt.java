// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One command that a client has sent once. */
final class Attempt {

    /** What the client knows of it. */
    enum State {
        SENT,
        /** It was certainly not written. */
        REFUSED,
        /** Perhaps it was written. */
        UNKNOWN,
        /** It is in the log. */
        WRITTEN,
        /** Its outcome is known. */
        DECIDED
    }

    /** What a client wants done once, however often it has to ask. */
    static final class Intent {

        final List<Attempt> attempts = new ArrayList<>();
        int originals;
        @Nullable
        Outcome first;

        boolean isSettled() {
            return attempts.stream().anyMatch(attempt -> attempt.state == State.WRITTEN || attempt.state == State.DECIDED);
        }
    }

    final Intent intent;
    final int partition;
    final OrderCommand message;
    State state = State.SENT;
    long offset = -1;

    Attempt(Intent intent, int partition, OrderCommand message) {
        this.intent = intent;
        this.partition = partition;
        this.message = message;
        intent.attempts.add(this);
    }
}
