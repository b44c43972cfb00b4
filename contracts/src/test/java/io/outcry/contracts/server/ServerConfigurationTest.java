// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

@Timeout(60)
class ServerConfigurationTest {

    private static final byte[] REQUEST = "GET / HTTP/1.1\r\nHost: here\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    /** Connections that the system keeps for somebody to accept them. */
    private static final int BACKLOG = 16;

    private static final int CONNECTIONS = 50;
    private static final int CONNECT_MILLIS = 10_000;

    private final LoopResources loops = ServerConfiguration.loops();
    private final DisposableServer server = HttpServer.create().host("127.0.0.1").port(0).runOn(loops)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .handle((_, answer) -> answer.sendString(Mono.just("ok")))
            .bindNow();
    private final CountDownLatch rush = new CountDownLatch(1);
    private final List<Socket> sockets = new ArrayList<>();

    @AfterEach
    void stop() throws IOException {
        rush.countDown();
        for (Socket socket : sockets) {
            socket.close();
        }
        server.disposeNow();
        loops.dispose();
    }

    @Test
    void connectionsAreAcceptedWhileAllLoopsAreBusyAndServedAfterwards() throws IOException, InterruptedException {
        keepBusy();
        for (int i = 0; i < CONNECTIONS; i++) {
            Socket socket = new Socket();
            sockets.add(socket);
            socket.connect(new InetSocketAddress("127.0.0.1", server.port()), CONNECT_MILLIS);
            socket.getOutputStream().write(REQUEST);
        }
        rush.countDown();
        for (Socket socket : sockets) {
            socket.setSoTimeout(CONNECT_MILLIS);
            assertThat(socket.getInputStream().read(new byte[512])).isPositive();
        }
    }

    private void keepBusy() throws InterruptedException {
        EventLoopGroup workers = loops.onServer(LoopResources.DEFAULT_NATIVE);
        CountDownLatch busy = new CountDownLatch(LoopResources.DEFAULT_IO_WORKER_COUNT);
        for (EventExecutor worker : workers) {
            worker.execute(() -> {
                busy.countDown();
                try {
                    rush.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        busy.await();
    }
}
