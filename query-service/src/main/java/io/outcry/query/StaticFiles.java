// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;

/**
 * The page at the root and the descriptions for tools. Read once, and answered whole whatever range is asked for: Spring's own handler states
 * the length of the whole with a part, and with none.
 */
final class StaticFiles {

    private static final Map<String, MediaType> TYPES = Map.of(
            "html", MediaType.TEXT_HTML,
            "css", new MediaType("text", "css"),
            "js", new MediaType("text", "javascript"),
            "yaml", MediaType.APPLICATION_YAML);

    /** The page takes an API key: nothing that is not from here runs in it, hears from it or shows it within another page. */
    private static final String PAGE_POLICY =
            "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private StaticFiles() {}

    static RouterFunction<ServerResponse> routes() {
        RouterFunctions.Builder routes = RouterFunctions.route();
        add(routes, "/", "index.html");
        for (String name : new String[]{"index.html", "outcry.css", "outcry.js", "openapi.yaml", "asyncapi.yaml"}) {
            add(routes, "/" + name, name);
        }
        return routes.build();
    }

    private static void add(RouterFunctions.Builder routes, String path, String name) {
        MediaType type = Objects.requireNonNull(TYPES.get(name.substring(name.indexOf('.') + 1)));
        byte[] bytes = bytes("/static/" + name);
        routes.GET(path, _ -> ServerResponse.ok()
                .contentType(type)
                .cacheControl(CacheControl.noCache())
                .header("Content-Security-Policy", PAGE_POLICY)
                .header("Referrer-Policy", "no-referrer")
                .header("X-Content-Type-Options", "nosniff")
                .bodyValue(bytes));
    }

    private static byte[] bytes(String resource) {
        try (InputStream in = Objects.requireNonNull(StaticFiles.class.getResourceAsStream(resource), resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
