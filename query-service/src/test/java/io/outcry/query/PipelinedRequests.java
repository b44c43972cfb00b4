// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Requests on one connection, all of them sent before the first answer is read. */
final class PipelinedRequests {

    /** One answer, read byte by byte as it stands on the connection. */
    record Answer(String statusLine, String body) {}

    private PipelinedRequests() {}

    /** The answers to a GET of each of {@code paths}, in the order in which they came. */
    static List<Answer> get(int port, String key, List<String> paths) throws IOException {
        StringBuilder all = new StringBuilder();
        paths.forEach(path -> all.append("GET ").append(path).append(" HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ").append(key)
                .append("\r\n\r\n"));
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(all.toString().getBytes(StandardCharsets.US_ASCII));
            BufferedReader answers = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
            List<Answer> read = new ArrayList<>();
            for (int i = 0; i < paths.size(); i++) {
                read.add(answer(answers));
            }
            return read;
        }
    }

    private static Answer answer(BufferedReader answers) throws IOException {
        String statusLine = answers.readLine();
        int length = 0;
        for (String line = answers.readLine(); !line.isEmpty(); line = answers.readLine()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
            }
        }
        char[] body = new char[length];
        for (int read = 0; read < length;) {
            read += answers.read(body, read, length - read);
        }
        return new Answer(statusLine, new String(body));
    }
}
