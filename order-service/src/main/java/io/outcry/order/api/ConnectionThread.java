// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.reactive.function.server.ServerRequest;
import reactor.netty.http.server.HttpServerRequest;

/** Finds the event loop of a request's connection, so that its answer is made and written there without another hop. */
final class ConnectionThread {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionThread.class);

    private ConnectionThread() {}

    /** The request's event loop, which never throws; with a server other than Reactor Netty, whichever thread has the result. */
    static Executor of(ServerRequest request) {
        Executor[] found = {Runnable::run};
        Object underneath = ServerHttpRequestDecorator.getNativeRequest(request.exchange().getRequest());
        if (underneath instanceof HttpServerRequest server) {
            server.withConnection(connection -> found[0] = tolerant(connection.channel().eventLoop()));
        }
        return found[0];
    }

    /** The threads of the log hand answers over here and must not fail because a connection's loop has ended: nobody is there to hear it. */
    static Executor tolerant(Executor eventLoop) {
        return answer -> {
            try {
                eventLoop.execute(answer);
            } catch (RejectedExecutionException e) {
                LOG.atDebug().log("answer dropped, its connection is gone");
            }
        };
    }
}
