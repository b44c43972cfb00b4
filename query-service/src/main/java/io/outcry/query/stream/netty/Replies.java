// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.outcry.contracts.http.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/** The answers to commands, as JSON. */
final class Replies {

    private static final int MAX_ECHO = 80;

    private Replies() {}

    /** @param recovered whether every channel that was to be resumed was; nothing if none was to be */
    static byte[] subscribed(String id, Collection<String> channels, @Nullable Boolean recovered, Collection<String> unrecovered) {
        StringBuilder out = open("subscribed", id, channels);
        if (recovered != null) {
            out.append(",\"recovered\":").append(recovered);
        }
        if (!unrecovered.isEmpty()) {
            names(out.append(",\"unrecovered\":"), unrecovered);
        }
        return close(out);
    }

    static byte[] unsubscribed(String id, Collection<String> channels) {
        return close(open("unsubscribed", id, channels));
    }

    static byte[] authenticated(String id, String account) {
        StringBuilder out = new StringBuilder(96).append("{\"op\":\"authenticated\",\"id\":").append(id);
        return close(out.append(",\"account\":\"").append(account).append('"'));
    }

    /** @param channel the one that it is about, as the client wrote it */
    static byte[] error(ErrorCode code, String id, String detail, @Nullable String channel) {
        StringBuilder out = new StringBuilder(160).append("{\"type\":\"error\",\"code\":\"").append(code.name());
        out.append("\",\"detail\":");
        text(out, detail);
        if (channel != null) {
            text(out.append(",\"channel\":"), channel.length() > MAX_ECHO ? channel.substring(0, MAX_ECHO) : channel);
        }
        return close(out.append(",\"id\":").append(id));
    }

    private static StringBuilder open(String op, String id, Collection<String> channels) {
        StringBuilder out = new StringBuilder(64 + 24 * channels.size()).append("{\"op\":\"").append(op).append("\",\"id\":").append(id);
        return names(out.append(",\"channels\":"), channels);
    }

    private static StringBuilder names(StringBuilder out, Collection<String> channels) {
        out.append('[');
        String comma = "";
        for (String channel : channels) {
            text(out.append(comma), channel);
            comma = ",";
        }
        return out.append(']');
    }

    private static void text(StringBuilder out, String text) {
        JsonStringEncoder.getInstance().quoteAsString(text, out.append('"'));
        out.append('"');
    }

    private static byte[] close(StringBuilder out) {
        return out.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }
}
