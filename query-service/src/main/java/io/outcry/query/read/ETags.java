// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/** Validators of answers (RFC 9110, 8.8.3). */
final class ETags {

    private static final String WEAK = "W/";

    private ETags() {}

    /** Names these very bytes: two checks of 32 bits that have nothing to do with each other. */
    static String of(byte[] body) {
        CRC32 one = new CRC32();
        one.update(body);
        CRC32C other = new CRC32C();
        other.update(body);
        return "\"" + Long.toHexString(one.getValue() << Integer.SIZE | other.getValue()) + "\"";
    }

    /** Names a price, whatever its age is at the moment. */
    static String weak(long sequence, String status) {
        return WEAK + "\"" + sequence + "-" + status + "\"";
    }

    /** Whether {@code If-None-Match} names {@code tag}; weak and strong ones are the same to it. */
    static boolean matches(List<String> ifNoneMatch, String tag) {
        for (String header : ifNoneMatch) {
            for (String named : header.split(",", -1)) {
                String stripped = named.strip();
                if (stripped.equals("*") || opaque(stripped).equals(opaque(tag))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String opaque(String tag) {
        return tag.startsWith(WEAK) ? tag.substring(WEAK.length()) : tag;
    }
}
