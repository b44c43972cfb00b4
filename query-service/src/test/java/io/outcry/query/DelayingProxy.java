// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Stands before a server on loopback and lets its answers through later, each by a time of its own, in their order. */
final class DelayingProxy implements AutoCloseable {

    private static final int CHUNK = 64 * 1024;
    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final ServerSocket listening;
    private final Random random;
    private volatile int serverPort;
    private volatile long maxDelayNanos;
    private volatile boolean still;

    private record Late(long dueNanos, byte[] bytes) {}

    DelayingProxy(int serverPort, long seed) {
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        random = new Random(seed);
        this.serverPort = serverPort;
        Thread.startVirtualThread(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /** From now on each answer is late by 0 to {@code millis}. */
    void delayUpTo(long millis) {
        maxDelayNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Whether nothing is let through, and nobody is cut. */
    void still(boolean now) {
        still = now;
    }

    /** From now on whoever connects comes to another server; those who are connected stay where they are. */
    void leadTo(int otherPort) {
        serverPort = otherPort;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                BlockingQueue<Late> late = new LinkedBlockingQueue<>();
                Thread.startVirtualThread(() -> pass(client, server));
                Thread.startVirtualThread(() -> hold(server, late));
                Thread.startVirtualThread(() -> release(late, client, server));
            }
        } catch (IOException closed) {
            // The trial is over.
        }
    }

    private static void pass(Socket from, Socket to) {
        try (from; to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException closed) {
            // Either side has gone, and both are closed.
        }
    }

    private void hold(Socket server, BlockingQueue<Late> late) {
        byte[] chunk = new byte[CHUNK];
        try {
            InputStream answers = server.getInputStream();
            for (int read = answers.read(chunk); read >= 0; read = answers.read(chunk)) {
                long max = maxDelayNanos;
                late.add(new Late(System.nanoTime() + (max == 0 ? 0 : random.nextLong(max)), Arrays.copyOf(chunk, read)));
            }
        } catch (IOException closed) {
            // Nothing more comes.
        }
        late.add(new Late(System.nanoTime(), new byte[0]));
    }

    private void release(BlockingQueue<Late> late, Socket client, Socket server) {
        try (client; server) {
            OutputStream out = client.getOutputStream();
            for (Late next = late.take(); next.bytes().length > 0; next = late.take()) {
                for (long wait = next.dueNanos() - System.nanoTime(); wait > 0; wait = next.dueNanos() - System.nanoTime()) {
                    LockSupport.parkNanos(wait);
                }
                while (still) {
                    LockSupport.parkNanos(CHECK_NANOS);
                }
                out.write(next.bytes());
            }
        } catch (IOException closed) {
            // The client has gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
