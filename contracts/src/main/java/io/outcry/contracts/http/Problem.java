// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * An error as the API answers it (RFC 9457).
 *
 * @param status the HTTP status: the code's own, or 404 where the resource itself is missing
 * @param detail what happened this time, for people
 * @param field the field or parameter at fault, if one is
 * @param orderId the order that the rejection belongs to, if it is an outcome in the log
 * @param location where the result can be looked up later, if it can
 * @param retryAfter when another try makes sense, if it does
 */
public record Problem(
        ErrorCode code,
        int status,
        String detail,
        @Nullable String field,
        @Nullable String orderId,
        @Nullable String location,
        @Nullable Duration retryAfter) {

    private static final int NOT_FOUND = 404;
    private static final long ALMOST_A_SECOND = 999_999_999;

    public static Problem of(ErrorCode code, String detail) {
        return new Problem(code, code.status(), detail, null, null, null, null);
    }

    public static Problem inField(ErrorCode code, String field, String detail) {
        return new Problem(code, code.status(), detail, field, null, null, null);
    }

    /** The same where it is the resource itself that is missing, and not something that a body names. */
    public Problem asNotFound() {
        return new Problem(code, NOT_FOUND, detail, field, orderId, location, retryAfter);
    }

    public Problem withOrderId(String id) {
        return new Problem(code, status, detail, field, id, location, retryAfter);
    }

    public Problem withLocation(String path) {
        return new Problem(code, status, detail, field, orderId, path, retryAfter);
    }

    public Problem withRetryAfter(Duration wait) {
        return new Problem(code, status, detail, field, orderId, location, wait);
    }

    /** What the header {@code Retry-After} says: {@link #retryAfter} in whole seconds, rounded up, at least one. */
    public OptionalLong retryAfterSeconds() {
        return retryAfter == null ? OptionalLong.empty() : OptionalLong.of(Math.max(1, retryAfter.plusNanos(ALMOST_A_SECOND).toSeconds()));
    }

    /** The body of type {@code application/problem+json}. */
    public String toJson() {
        StringBuilder out = new StringBuilder(192);
        out.append("{\"type\":\"").append(code.type());
        out.append("\",\"title\":\"").append(code.title());
        out.append("\",\"status\":").append(status);
        out.append(",\"code\":\"").append(code.name()).append('"');
        append(out, "detail", detail);
        append(out, "field", field);
        append(out, "orderId", orderId);
        return out.append('}').toString();
    }

    private static void append(StringBuilder out, String name, @Nullable String value) {
        if (value == null) {
            return;
        }
        out.append(",\"").append(name).append("\":\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }
}
