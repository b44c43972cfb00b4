// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How long a client wants to wait for an outcome (RFC 7240). What cannot be read is ignored, as the RFC has it, and of several the first
 * counts.
 *
 * @param limit how long to wait; zero: answer as soon as the command is in the log
 * @param applied the value of {@code Preference-Applied}; null if nothing was asked for
 */
record Preference(Duration limit, @Nullable String applied) {

    static final String HEADER = "Prefer";

    private static final int MAX_DIGITS = 9;

    /** Whole seconds and what follows the point. */
    private static final Pattern SECONDS = Pattern.compile("0*([0-9]{1,40})(?:\\.([0-9]{1,40}))?");

    /**
     * Reads the {@code Prefer} headers. {@code respond-async, wait=2} means: asynchronously if it takes longer than two seconds.
     *
     * @param unasked how long to wait if nothing is asked for
     * @param longest what is asked for is cut to this
     */
    static Preference of(List<String> headers, Duration unasked, Duration longest) {
        boolean async = false;
        Duration wait = null;
        for (String header : headers) {
            for (String part : header.split(",", 16)) {
                String preference = part.split(";", 2)[0].strip();
                String name = preference.toLowerCase(Locale.ROOT);
                if (name.equals("respond-async")) {
                    async = true;
                } else if (wait == null && name.startsWith("wait") && name.indexOf('=') > 0
                        && name.substring(0, name.indexOf('=')).strip().equals("wait")) {
                    wait = seconds(unquoted(preference.substring(preference.indexOf('=') + 1).strip()));
                }
            }
        }
        if (wait == null) {
            return async ? new Preference(Duration.ZERO, "respond-async") : new Preference(unasked, null);
        }
        Duration granted = wait.compareTo(longest) > 0 ? longest : wait;
        return new Preference(granted, (async ? "respond-async, wait=" : "wait=") + text(granted));
    }

    private static String unquoted(String text) {
        boolean quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    private static @Nullable Duration seconds(String text) {
        Matcher number = SECONDS.matcher(text);
        if (!number.matches()) {
            return null;
        }
        String whole = number.group(1);
        // Longer than any server waits: as many digits as there are, they say no more than that.
        long seconds = whole.length() > MAX_DIGITS ? Integer.MAX_VALUE : Long.parseLong(whole);
        String fraction = Objects.requireNonNullElse(number.group(2), "");
        return Duration.ofSeconds(seconds, Long.parseLong((fraction + "000000000").substring(0, MAX_DIGITS)));
    }

    private static String text(Duration wait) {
        String fraction = String.format(Locale.ROOT, "%03d", wait.toMillisPart()).replaceAll("0+$", "");
        return wait.toSeconds() + (fraction.isEmpty() ? "" : "." + fraction);
    }
}
