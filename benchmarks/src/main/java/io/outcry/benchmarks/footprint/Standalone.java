// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.footprint;

import io.outcry.embedded.FreePort;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** Standalone in a process of its own, as its users start it, on an empty directory. */
final class Standalone implements AutoCloseable {

    private static final Duration CALL_LIMIT = Duration.ofSeconds(10);
    private static final int STOP_SECONDS = 30;
    private static final int PAUSE_MILLIS = 20;

    private final Process process;
    private final Path log;
    private final String url;
    private final long startNanos;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(CALL_LIMIT).build();

    private Standalone(Process process, Path log, int port, long startNanos) {
        this.process = process;
        this.log = log;
        this.startNanos = startNanos;
        url = "http://127.0.0.1:" + port;
    }

    /**
     * Starts it without demo traders.
     *
     * @param jar that {@code mvn package} has made
     * @param directory for its data and what it says
     */
    static Standalone start(Path jar, List<String> flags, Path directory, int moreSymbols) throws IOException {
        int port = FreePort.pick();
        Path log = directory.resolve("standalone.log");
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(flags);
        command.addAll(List.of(
                "-jar", jar.toAbsolutePath().toString(), "--server.port=" + port, "--outcry.demo=false",
                "--outcry.standalone.kafka-port=0", "--outcry.standalone.data-dir=" + directory.resolve("data"),
                "--outcry.standalone.more-symbols=" + moreSymbols));
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        return new Standalone(process, log, port, start);
    }

    /** Since the process was started. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    /**
     * Sends a request again and again until it is answered like that.
     *
     * @throws IOException if the process ends or the time is over; with what it said
     */
    void await(HttpRequest request, String what, Duration limit, Answer wanted) throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        String last = "nothing";
        while (System.nanoTime() < end && process.isAlive()) {
            try {
                HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
                if (wanted.is(answer.statusCode(), answer.body())) {
                    return;
                }
                last = answer.statusCode() + " " + answer.body().substring(0, Math.min(200, answer.body().length()));
            } catch (ConnectException _) {
                last = "no connection";
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        throw new IOException("no " + what + " in " + limit + ", but " + last + "; it said\n" + Files.readString(log));
    }

    /** Whether an answer is the one that is waited for. */
    @FunctionalInterface
    interface Answer {
        boolean is(int status, String body);
    }

    /** A request to it, with the key of a demo account. */
    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path)).timeout(CALL_LIMIT)
                .header("Authorization", "Bearer demo-alice").header("Content-Type", "application/json");
    }

    long javaBytes() throws IOException {
        return ResidentMemory.bytes(process.pid());
    }

    /** Of the processes that it has started: its Redis. */
    long redisBytes() throws IOException {
        long sum = 0;
        for (long pid : process.descendants().flatMapToLong(child -> LongStream.of(child.pid())).toArray()) {
            sum += ResidentMemory.bytes(pid);
        }
        return sum;
    }

    /** Ends it in order, so that its Redis ends too. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        http.close();
    }
}
