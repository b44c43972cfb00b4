// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.RedisConnectionException;
import org.jspecify.annotations.Nullable;

/** No connection to Redis has been made since the start: it may come later than we do. Each read meets it, so it has no stack trace. */
public final class NotConnectedYetException extends RedisConnectionException {

    private static final long serialVersionUID = 1L;

    /**
     * @param where host and port
     * @param failure of the last try; null before there was one
     */
    NotConnectedYetException(String where, @Nullable Throwable failure) {
        super("not connected to Redis at " + where + " yet" + (failure == null ? "" : ": " + root(failure).getMessage()), failure);
    }

    /** Lettuce wraps what the operator has to know: that the password is wrong, or that there is no such host. */
    private static Throwable root(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
