// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.order.reply.CommandKind;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The meters of the services: one command has one name in all of them, or nobody could compare what is written with what is matched. */
class CommandKindsTest {

    @Test
    void whatIsWrittenIsMatchedUnderTheSameName() {
        assertThat(io.outcry.matching.codec.CommandKind.values()).extracting(io.outcry.matching.codec.CommandKind::tag)
                .contains("mass-cancel")
                .containsAll(Stream.of(CommandKind.values()).map(CommandKind::tag).toList());
    }
}
