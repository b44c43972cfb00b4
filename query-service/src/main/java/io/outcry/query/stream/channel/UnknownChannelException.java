// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.contracts.http.ErrorCode;

/** What was asked for cannot be subscribed to; the message is for the client. */
public final class UnknownChannelException extends Exception {

    private static final long serialVersionUID = 1L;
    private final ErrorCode code;

    UnknownChannelException(ErrorCode code, String detail) {
        super(detail, null, false, false);
        this.code = code;
    }

    public ErrorCode code() {
        return code;
    }
}
