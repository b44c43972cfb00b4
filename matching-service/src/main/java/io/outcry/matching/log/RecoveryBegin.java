// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.matching.recovery.CaughtUp;
import io.outcry.matching.recovery.ReplayProgress;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Begins recoveries. */
@FunctionalInterface
interface RecoveryBegin {

    /** @param replaying is told when the replay begins, on any thread */
    Future<CaughtUp> begin(int partition, Consumer<ReplayProgress> replaying);
}
