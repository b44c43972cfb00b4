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

/** Reads one price over and over on one connection, with as little of its own in the way as can be. */
final class PriceReader implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int MAX_LINE = 8_192;
    private static final String LENGTH = "content-length:";

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] request;
    private final byte[] line = new byte[MAX_LINE];

    PriceReader(int port, String symbol) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
        request = ("GET /api/v1/prices/" + symbol + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** One GET: the price in hundredths, or -1 if there is none. */
    long read() throws IOException {
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
        if (!status.contains(" 200 ")) {
            return -1;
        }
        int start = body.indexOf("\"price\":\"") + "\"price\":\"".length();
        String price = body.substring(start, body.indexOf('"', start));
        int point = price.indexOf('.');
        return 100 * Long.parseLong(price.substring(0, point)) + Long.parseLong(price.substring(point + 1, point + 3));
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
