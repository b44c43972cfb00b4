// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

/** An engine that also knows a version 2, as a later service will. */
class EngineVersionTest {

    private final MatchingEngine engine = new MatchingEngine(0, EngineLimits.STANDARD, 2);

    @Test
    void theFirstVersionIsInForceUntilACommandActivatesAnother() {
        assertThat(engine.version()).isEqualTo(EngineVersion.INITIAL);
        assertThat(engine.activate(0, 1, 2).engineVersion()).isEqualTo(2);
        assertThat(engine.version()).isEqualTo(2);
        assertThat(engine.tick(1, 1, "").engineVersion()).as("only the activation tells it").isZero();
    }

    @Test
    void theActiveVersionCanBeActivatedAgainButNoOlderOne() {
        engine.activate(0, 1, 2);
        assertThat(engine.activate(1, 1, 2).reject()).isEqualTo(RejectCode.NONE);
        assertThat(engine.activate(2, 1, 1).reject()).isEqualTo(RejectCode.INVALID_COMMAND);
        assertThat(engine.activate(3, 1, 0).reject()).isEqualTo(RejectCode.INVALID_COMMAND);
        assertThat(engine.version()).isEqualTo(2);
    }

    @Test
    void aVersionThatItDoesNotKnowStopsItBeforeAnythingHasChanged() {
        assertThatThrownBy(() -> engine.activate(0, 1, 3))
                .isInstanceOf(UnknownEngineVersionException.class)
                .hasMessageContaining("engine version 3 is active, this service knows versions up to 2");
        assertThat(engine.sequence()).isZero();
    }

    @Test
    void aStateUnderAVersionThatIsNotKnownIsNotRestored() {
        engine.activate(0, 1, 2);
        Deque<Object> state = new ArrayDeque<>();
        engine.freeze().write(new StateWriter() {
            @Override
            public void number(long value) {
                state.add(value);
            }

            @Override
            public void signed(long value) {
                state.add(value);
            }

            @Override
            public void text(String value) {
                state.add(value);
            }
        });
        StateReader reader = new StateReader() {
            @Override
            public long number() {
                return (Long) state.remove();
            }

            @Override
            public long signed() {
                return (Long) state.remove();
            }

            @Override
            public void numbers(long[] into, int count) {
                for (int i = 0; i < count; i++) {
                    into[i] = number();
                }
            }

            @Override
            public String text() {
                return (String) state.remove();
            }
        };
        assertThatThrownBy(() -> MatchingEngine.restore(0, EngineLimits.STANDARD, StateSize.UNKNOWN, reader))
                .isInstanceOf(UnknownEngineVersionException.class);
    }
}
