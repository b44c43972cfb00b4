// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.matching.codec.RandomWireCommands;
import io.outcry.matching.codec.WireEngine;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.StateSize;
import io.outcry.matching.domain.StateWriter;
import io.outcry.matching.domain.UnknownEngineVersionException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnknownEngineVersionTest {

    private static final int PARTITION = 1;

    @Test
    void anEngineVersionThatIsNotKnownStopsEverything() {
        WireEngine engine = new WireEngine(PARTITION, EngineLimits.STANDARD);
        RandomWireCommands commands = new RandomWireCommands(7, PARTITION, 0);
        for (int i = 0; i < 300; i++) {
            engine.apply(commands.next());
        }
        ByteStateWriterWithVersion newer = new ByteStateWriterWithVersion(engine.engine(), 2);
        assertThatThrownBy(() -> MatchingEngine.restore(PARTITION, EngineLimits.STANDARD, StateSize.UNKNOWN, newer.reader()))
                .isInstanceOf(UnknownEngineVersionException.class)
                .hasMessageContaining("engine version 2");
    }

    /** The state of an engine as if another version had been active. */
    private static final class ByteStateWriterWithVersion {

        private final List<byte[]> chunks = new ArrayList<>();

        ByteStateWriterWithVersion(MatchingEngine engine, int version) {
            ByteStateWriter out = new ByteStateWriter(1 << 20, chunks::add);
            int[] numbers = new int[1];
            engine.freeze().write(new StateWriter() {
                @Override
                public void number(long value) {
                    out.number(numbers[0]++ == 8 ? version : value);
                }

                @Override
                public void signed(long value) {
                    out.signed(value);
                }

                @Override
                public void text(String value) {
                    out.text(value);
                }
            });
            out.finish();
        }

        ByteStateReader reader() {
            return new ByteStateReader(chunks.iterator());
        }
    }
}
