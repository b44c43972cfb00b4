// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.RedisConnectionException;

/** No connection to Redis has been made since the start: it may come later than we do. */
public final class NotConnectedYetException extends RedisConnectionException {

    private static final long serialVersionUID = 1L;

    NotConnectedYetException() {
        super("not connected to Redis yet");
    }
}
