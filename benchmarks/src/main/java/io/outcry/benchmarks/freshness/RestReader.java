// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.freshness;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** Reads over and over on one connection, with as little of its own in the way as can be. */
final class RestReader implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int MAX_LINE = 8_192;
    private static final String LENGTH = "content-length:";

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] line = new byte[MAX_LINE];

    RestReader(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    /** The bytes that ask for what stands at {@code path}. */
    static byte[] request(String path, String key) {
        return ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nAuthorization: Bearer " + key + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** One GET: the body; nothing if there is no such thing. */
    Optional<String> read(byte[] request) throws IOException {
        out.write(request);
        String status = line();
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            String lower = header.toLowerCase(Locale.ROOT);
            if (lower.startsWith(LENGTH)) {
                length = Integer.parseInt(lower.substring(LENGTH.length()).strip());
            }
        }
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return status.contains(" 200 ") ? Optional.of(body) : Optional.empty();
    }

    private String line() throws IOException {
        int length = 0;
        while (length < MAX_LINE) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (next == '\n') {
                return new String(line, 0, length > 0 && line[length - 1] == '\r' ? length - 1 : length, StandardCharsets.US_ASCII);
            }
            line[length++] = (byte) next;
        }
        throw new IOException("a header of more than " + MAX_LINE + " bytes");
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
