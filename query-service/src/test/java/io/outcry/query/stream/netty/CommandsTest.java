// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.contracts.http.ErrorCode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CommandsTest {

    private final Commands commands = new Commands(10);

    /** Of the names that anybody sends the parser keeps thousands: long ones would fill the memory. */
    @Test
    void aNameThatIsMuchLongerThanAnyFieldsIsRefusedUnread() {
        assertMistake("x".repeat(Commands.MAX_NAME / 2), ErrorCode.UNKNOWN_FIELD);
        assertMistake("x".repeat(2 * Commands.MAX_NAME), ErrorCode.MALFORMED_JSON);
    }

    private void assertMistake(String name, ErrorCode code) {
        byte[] message = ("{\"op\":\"unsubscribe\",\"" + name + "\":1}").getBytes(StandardCharsets.UTF_8);
        assertThatExceptionOfType(MistakeException.class).isThrownBy(() -> commands.parse(message))
                .satisfies(mistake -> assertThat(mistake.code()).isEqualTo(code));
    }
}
