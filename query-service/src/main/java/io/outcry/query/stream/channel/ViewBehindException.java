// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

/** The stored view has not yet what the log said before the question: what follows from then on would leave a hole. */
final class ViewBehindException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ViewBehindException(String channel) {
        super("the read model is behind the log: " + channel + " cannot begin", null, false, false);
    }
}
