// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.outcry.venues.simulated.InjectedFault.Scope;
import io.outcry.venues.simulated.VenueFaults.Active;
import java.nio.charset.StandardCharsets;

/** What faults make of a text that was right. */
final class WrongBody {

    private static final int MAX_DEPTH = 1_000_000;

    private WrongBody() {}

    /** The text as bytes, spoilt by those faults that spoil texts. */
    static byte[] of(String json, VenueFaults faults, Scope where) {
        Active deep = faults.at(InjectedFault.DEEP_JSON, where);
        if (deep != null) {
            int depth = (int) Math.clamp(deep.amount(), 1, MAX_DEPTH);
            return ("[".repeat(depth) + "]".repeat(depth)).getBytes(StandardCharsets.US_ASCII);
        }
        if (faults.at(InjectedFault.GARBAGE, where) != null) {
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < bytes.length; i++) {
                // On a socket text has to stay text, or the protocol itself would end the connection.
                bytes[i] = (byte) (where == Scope.SOCKET ? '!' + (bytes[i] * 31 + i & 0x3f) : bytes[i] * 31 + i | 0x80);
            }
            return bytes;
        }
        String text = faults.at(InjectedFault.SCHEMA_DRIFT, where) == null ? json : SchemaDrift.of(json);
        if (faults.at(InjectedFault.TRUNCATED_JSON, where) != null) {
            text = text.substring(0, text.length() / 2);
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
