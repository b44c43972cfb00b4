// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A WebSocket client that does what no well-behaved one does: it reads when it is told to, and sends any bytes. */
final class RawClient implements AutoCloseable {

    private static final int PATIENCE_MILLIS = 20_000;
    private static final int TEXT = 1;
    private static final int CLOSE = 8;

    private final Socket socket = new Socket();
    private final DataInputStream in;
    private final OutputStream out;

    /** @param receiveBuffer bytes that its socket takes without being read, 0 for as many as usual */
    RawClient(int port, int receiveBuffer) {
        try {
            if (receiveBuffer > 0) {
                socket.setReceiveBufferSize(receiveBuffer);
            }
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            in = new DataInputStream(socket.getInputStream());
            out = socket.getOutputStream();
            out.write(("GET /api/v1/stream HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            String head = head();
            if (!head.startsWith("HTTP/1.1 101") || !head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")) {
                throw new AssertionError("no handshake: " + head);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        return head.toString();
    }

    void text(String message) {
        bytes(frame(message));
    }

    /** A masked text frame. */
    static byte[] frame(String message) {
        return frame(message.getBytes(StandardCharsets.UTF_8));
    }

    /** The same, of any bytes. */
    static byte[] frame(byte[] payload) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(0x80 | TEXT);
        if (payload.length <= 125) {
            frame.write(0x80 | payload.length);
        } else if (payload.length <= 0xFFFF) {
            frame.write(0x80 | 126);
            frame.write(payload.length >> 8);
            frame.write(payload.length);
        } else {
            frame.write(0x80 | 127);
            for (int shift = 56; shift >= 0; shift -= 8) {
                frame.write((int) ((long) payload.length >> shift));
            }
        }
        // The mask of all zeroes masks nothing.
        frame.writeBytes(new byte[4]);
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    void bytes(byte[] any) {
        try {
            out.write(any);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Frame(int type, byte[] payload) {}

    private Frame frame() throws IOException {
        int first = in.readUnsignedByte();
        int length = in.readUnsignedByte();
        int size = length == 126 ? in.readUnsignedShort() : length == 127 ? (int) in.readLong() : length;
        return new Frame(first & 0xF, in.readNBytes(size));
    }

    /** Reads and forgets messages of so many bytes together. */
    void skip(int bytes) {
        try {
            for (int left = bytes; left > 0;) {
                left -= frame().payload().length;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All text messages up to the first that is {@code last}; fails if none comes. */
    List<String> readUntil(Predicate<String> last) {
        List<String> messages = new ArrayList<>();
        try {
            while (messages.isEmpty() || !last.test(messages.getLast())) {
                Frame frame = frame();
                if (frame.type() == TEXT) {
                    messages.add(new String(frame.payload(), StandardCharsets.UTF_8));
                }
            }
            return messages;
        } catch (IOException e) {
            throw new UncheckedIOException("the last of " + messages.size() + " messages: "
                    + (messages.isEmpty() ? "none" : messages.getLast()), e);
        }
    }

    /** All text messages up to the close frame or the end. */
    List<String> readToEnd() {
        List<String> messages = new ArrayList<>();
        try {
            while (true) {
                Frame frame = frame();
                if (frame.type() == TEXT) {
                    messages.add(new String(frame.payload(), StandardCharsets.UTF_8));
                } else if (frame.type() == CLOSE) {
                    messages.add("close " + ((frame.payload()[0] & 0xFF) << 8 | frame.payload()[1] & 0xFF));
                    return messages;
                }
            }
        } catch (EOFException e) {
            return messages;
        } catch (IOException e) {
            messages.add("broken: " + e.getMessage());
            return messages;
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
