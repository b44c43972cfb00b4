// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.http;

import io.netty.buffer.ByteBuf;

/** Whether an answer is the one that was asked for; others do not count. */
@FunctionalInterface
public interface AnswerCheck {

    /**
     * @param status of HTTP; {@link HttpClients#LOST} if the connection was lost
     * @param answer head and body; what had come of it, if the connection was lost
     */
    boolean isRight(int status, ByteBuf answer);

    /** Anything with this status. */
    static AnswerCheck status(int right) {
        return (status, _) -> status == right;
    }
}
