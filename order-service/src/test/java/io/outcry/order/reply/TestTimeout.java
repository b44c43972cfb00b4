// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import io.netty.util.Timeout;
import io.netty.util.Timer;
import io.netty.util.TimerTask;

/** A deadline that comes when a trial says so, and tells when it is not wanted any more. */
record TestTimeout(Timer timer, TimerTask task, Runnable onCancel) implements Timeout {

    @Override
    public boolean isExpired() {
        return false;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public boolean cancel() {
        onCancel.run();
        return true;
    }
}
