// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks over one connection, one question after the other, for a small part of what a client of the JDK costs: for a million of them. */
final class PlainReader implements AutoCloseable {

    private static final String POSITION = "outcry-position:";
    private static final String LENGTH = "content-length:";

    private final Socket socket;
    private final InputStream in;
    private final StringBuilder line = new StringBuilder();

    /** An answer; the position is empty if it states none. */
    record Answer(int status, String position, String body) {}

    PlainReader(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), 16_384);
    }

    Answer get(String path, String key, String token) throws IOException {
        socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + key
                + "\r\nOutcry-Read-After: " + token + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        int status = Integer.parseInt(next().substring(9, 12));
        int length = 0;
        String position = "";
        for (String header = next(); !header.isEmpty(); header = next()) {
            if (header.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
                length = Integer.parseInt(header.substring(LENGTH.length()).strip());
            } else if (header.regionMatches(true, 0, POSITION, 0, POSITION.length())) {
                position = header.substring(POSITION.length()).strip();
            }
        }
        return new Answer(status, position, new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private String next() throws IOException {
        line.setLength(0);
        for (int at = in.read(); at != '\n'; at = in.read()) {
            if (at < 0) {
                throw new IOException("the server hung up");
            }
            if (at != '\r') {
                line.append((char) at);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
