// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.NestedExceptionUtils;
import reactor.netty.ChannelBindException;

/** Lets a service that cannot listen where it should end with what is to be done, and not with a page of stack traces. */
final class ListenAnalyzer extends AbstractFailureAnalyzer<ChannelBindException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, ChannelBindException cause) {
        return new FailureAnalysis(
                "The HTTP server cannot listen: " + cause.getMessage() + " ("
                        + NestedExceptionUtils.getMostSpecificCause(cause).getMessage() + ")",
                "Look at server.address, which has to be one of this machine, and at server.port, which this user may listen on and nobody"
                        + " else does.",
                cause);
    }
}
