// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.name.Names;
import io.outcry.matching.domain.ClientOrderId;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A name that is read eight bytes at a time is the one that is read character by character, and valid if it is in the public API. */
class ClientOrderIdBytesTest {

    private static final String ALLOWED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:";

    private final ClientOrderId asText = new ClientOrderId();
    private final ClientOrderId asBytes = new ClientOrderId();

    @Test
    void everyCharacterIsAllowedOrNotAtEveryPlace() {
        for (int length = 1; length <= ClientOrderId.MAX_LENGTH; length++) {
            for (int place = 0; place < length; place++) {
                for (char c = 0; c < 0x80; c++) {
                    StringBuilder name = new StringBuilder("x".repeat(length));
                    name.setCharAt(place, c);
                    boolean valid = same(name.toString());
                    assertThat(valid).as("%d at %d of %d", (int) c, place, length).isEqualTo(ALLOWED.indexOf(c) >= 0);
                }
            }
        }
    }

    @Test
    void everyNameIsTheSame() {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int length = random.nextInt(ClientOrderId.MAX_LENGTH + 3); length > 0; length--) {
                name.append(ALLOWED.charAt(random.nextInt(ALLOWED.length())));
            }
            assertThat(same(name.toString())).as("%s", name).isEqualTo(name.length() <= ClientOrderId.MAX_LENGTH);
        }
    }

    /** Whether both read a valid name; then it is the one that was given. */
    private boolean same(String name) {
        boolean valid = asText.set(name);
        assertThat(Names.isClientOrderId(name)).as("%s", name).isEqualTo(valid && !name.isEmpty());
        // Between other bytes, as in a record, and at its end.
        for (String behind : new String[]{"", "behind"}) {
            byte[] bytes = ("before--" + name + behind).getBytes(StandardCharsets.US_ASCII);
            assertThat(ClientOrderIdBytes.read(bytes, 8, name.length(), asBytes)).isEqualTo(valid);
            if (valid) {
                assertThat(asBytes.toString()).isEqualTo(asText.toString());
                assertThat(asBytes.isEmpty()).isEqualTo(asText.isEmpty());
            }
        }
        return valid;
    }
}
