// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import io.outcry.matching.log.MatchingHealthIndicator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.springframework.boot.health.contributor.Health;
import org.springframework.context.ConfigurableApplicationContext;

/** The service in this JVM, as its main method starts it. */
final class RunningService implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private RunningService(ConfigurableApplicationContext context) {
        this.context = context;
    }

    static RunningService start(String bootstrapServers, String... more) {
        String[] arguments = new String[more.length + 2];
        arguments[0] = "--spring.kafka.bootstrap-servers=" + bootstrapServers;
        arguments[1] = "--server.port=0";
        System.arraycopy(more, 0, arguments, 2, more.length);
        return new RunningService(MatchingServiceApplication.application().run(arguments));
    }

    Health health() {
        return context.getBean(MatchingHealthIndicator.class).health();
    }

    /** Waits until the health is {@code status}, such as UP. */
    RunningService awaitHealth(String status) {
        Awaitility.await("health " + status)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> health().getStatus().getCode().equals(status));
        return this;
    }

    /** The answer to a GET of the service's own port. */
    HttpResponse<String> get(String path) {
        String port = context.getEnvironment().getProperty("local.server.port");
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(Duration.ofSeconds(10)).build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What it answers to a request for another host than its own, from the same machine. */
    String ask(String host) throws IOException {
        int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write(("GET /actuator/info HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
