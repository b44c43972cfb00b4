// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.benchmarks.command.CommandLine;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PipelineTurnTest {

    private final PipelineTurn turn = new PipelineTurn(
            PipelineLoad.of(new CommandLine(List.of("--records", "2000"), PipelineLoad.OPTIONS, Set.of())), Product.MATCHING);

    @Test
    void aTurnCountsIfHalfOfItsRecordsWereTimed() throws IOException {
        assertThat(turn.timed(5_000, 7_000)).isEqualTo(2_000);
        assertThat(turn.timed(6_000, 7_000)).isEqualTo(1_000);
    }

    @Test
    void aTurnThatWasOverBeforeTheClockRanFailsAndNamesTheOption() {
        assertThatThrownBy(() -> turn.timed(7_000, 7_000)).isInstanceOf(IOException.class)
                .hasMessageContainingAll("only 0 of 2000", "--records");
        assertThatThrownBy(() -> turn.timed(6_001, 7_000)).hasMessageContaining("only 999 of 2000");
    }
}
