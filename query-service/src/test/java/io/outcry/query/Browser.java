// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A page in a headless Chromium, spoken to by its DevTools protocol. */
final class Browser implements WebSocket.Listener, AutoCloseable {

    private final BlockingQueue<JsonNode> answers = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();
    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private WebSocket socket;
    private int number;

    /** The browser of this machine, if it has one. */
    static Optional<Path> installed() {
        return Stream.of("chromium", "chromium-browser", "google-chrome").map(name -> Path.of("/usr/bin", name))
                .filter(Files::isExecutable).findFirst();
    }

    Browser(Path program, Path directory, String page) throws IOException {
        Path profile = Files.createTempDirectory(directory, "browser");
        ProcessBuilder builder = new ProcessBuilder(List.of(
                program.toString(), "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
                "--user-data-dir=" + profile, "--window-size=1280,800", page))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
        // It leaves a socket there.
        builder.environment().put("TMPDIR", directory.toString());
        process = builder.start();
        Path port = profile.resolve("DevToolsActivePort");
        QueryStage.await("the browser listens", () -> Files.exists(port) && port.toFile().length() > 0);
        String targets = "http://127.0.0.1:" + Files.readAllLines(port).getFirst() + "/json";
        QueryStage.await("the browser has the page", () -> pageAt(targets).isPresent());
        socket = http.newWebSocketBuilder().buildAsync(URI.create(pageAt(targets).orElseThrow()), this).join();
    }

    private Optional<String> pageAt(String targets) {
        try {
            String listed = http.send(HttpRequest.newBuilder(URI.create(targets)).build(), HttpResponse.BodyHandlers.ofString()).body();
            return QueryStage.json(listed).valueStream().filter(target -> target.get("type").asString().equals("page"))
                    .map(target -> target.get("webSocketDebuggerUrl").asString()).findFirst();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** What a JavaScript expression is worth in the page, as text. */
    String evaluate(String expression) {
        number++;
        socket.sendText("{\"id\":" + number + ",\"method\":\"Runtime.evaluate\",\"params\":{\"expression\":\"" + expression
                + "\",\"returnByValue\":true}}", true).join();
        try {
            for (JsonNode answer = next(); answer != null; answer = next()) {
                if (answer.path("id").asInt(0) == number) {
                    return answer.at("/result/result/value").asString("");
                }
            }
            throw new AssertionError("the browser does not answer");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private JsonNode next() throws InterruptedException {
        return answers.poll(20, TimeUnit.SECONDS);
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
        part.append(text);
        if (last) {
            answers.add(QueryStage.json(part.toString()));
            part.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        // Not in order: that waits for the end of the WebSocket, which a browser that has gone need not have said.
        http.shutdownNow();
    }
}
