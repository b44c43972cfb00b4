// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

/** Looks into answers without parsing them: the generator shares its processors with the server, and what it looks for is at the top level. */
final class Json {

    private Json() {}

    /** The first text with that name, empty if there is none. */
    static String text(String json, String name) {
        String before = "\"" + name + "\":\"";
        int start = json.indexOf(before);
        if (start < 0) {
            return "";
        }
        int from = start + before.length();
        int end = json.indexOf('"', from);
        return end < 0 ? "" : json.substring(from, end);
    }
}
