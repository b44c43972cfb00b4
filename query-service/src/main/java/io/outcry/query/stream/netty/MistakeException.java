// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.outcry.contracts.http.ErrorCode;

/** A message that cannot be served. The client is told; the connection goes on. */
final class MistakeException extends Exception {

    private static final long serialVersionUID = 1L;
    private final ErrorCode code;
    private final String id;

    /** @param id that of the message, as JSON */
    MistakeException(ErrorCode code, String id, String detail) {
        super(detail, null, false, false);
        this.code = code;
        this.id = id;
    }

    ErrorCode code() {
        return code;
    }

    String id() {
        return id;
    }
}
