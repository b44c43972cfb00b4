// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The three words of the Redis protocol that starting one needs: PING, CONFIG GET dir, SHUTDOWN. */
public final class RedisProbe {

    private static final int CONNECT_MILLIS = 1_000;

    /** A disk with other work may hold it up while it appends. */
    private static final int ANSWER_MILLIS = 5_000;

    private static final int PAUSE_MILLIS = 20;
    private static final int SHUTDOWN_ROUNDS = 750;

    private RedisProbe() {}

    /** True if a Redis answers on that loopback port and has loaded its data. */
    public static boolean answers(int port) {
        return pinged(port).equals("+PONG");
    }

    /** True if a Redis answers on that loopback port and still loads its data. */
    static boolean loads(int port) {
        return pinged(port).startsWith("-LOADING");
    }

    private static String pinged(int port) {
        try {
            return ask(port, 1, "PING").getFirst();
        } catch (IOException notYet) {
            return "";
        }
    }

    /** True if something listens on the port. */
    static boolean inUse(int port) {
        try (Socket socket = connect(port)) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    /**
     * Shuts down the Redis on {@code port} if it works in {@code home}; leaves anything else alone.
     *
     * @throws IOException if it does not go within 15 s
     */
    static void endLeftover(int port, Path home) throws IOException {
        if (!worksIn(port, home)) {
            return;
        }
        try {
            ask(port, 1, "SHUTDOWN", "NOSAVE");
        } catch (IOException _) {
            // The answer to SHUTDOWN is the end of the connection.
        }
        for (int round = 0; inUse(port); round++) {
            if (round == SHUTDOWN_ROUNDS) {
                throw new IOException("a Redis left behind on port " + port + " does not shut down");
            }
            pause();
        }
    }

    private static boolean worksIn(int port, Path home) throws IOException {
        String directory = home.toRealPath().toString();
        try {
            return inUse(port) && ask(port, 5, "CONFIG", "GET", "dir").getLast().equals(directory);
        } catch (IOException notRedis) {
            return false;
        }
    }

    private static void pause() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a Redis shuts down", e);
        }
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(Loopback.ADDRESS, port), CONNECT_MILLIS);
        socket.setSoTimeout(ANSWER_MILLIS);
        return socket;
    }

    static List<String> ask(int port, int lines, String... words) throws IOException {
        try (Socket socket = connect(port)) {
            StringBuilder command = new StringBuilder("*").append(words.length).append("\r\n");
            for (String word : words) {
                command.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
            }
            socket.getOutputStream().write(command.toString().getBytes(StandardCharsets.UTF_8));
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            List<String> answer = new ArrayList<>(lines);
            for (int i = 0; i < lines; i++) {
                String line = in.readLine();
                if (line == null) {
                    throw new IOException("no Redis answers on port " + port);
                }
                answer.add(line);
                if (line.startsWith("-")) {
                    break;
                }
            }
            return answer;
        }
    }
}
