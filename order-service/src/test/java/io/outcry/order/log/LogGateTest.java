// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogGateTest {

    private final Counts counts = new Counts();
    private final LogGate gate = new LogGate(counts);

    @Test
    void isShutUntilTheFirstConnection() {
        assertThat(gate.isOpen()).isFalse();
        counts.open = 1;
        assertThat(gate.isOpen()).as("an attempt is no connection").isFalse();
        counts.established = 1;
        assertThat(gate.isOpen()).isTrue();
    }

    @Test
    void shutsWithTheLastConnectionAndIgnoresAttempts() {
        counts.established = 2;
        counts.open = 2;
        assertThat(gate.isOpen()).isTrue();
        counts.open = 1;
        assertThat(gate.isOpen()).as("another broker is still there").isTrue();
        counts.open = 0;
        assertThat(gate.isOpen()).isFalse();
        counts.open = 1;
        assertThat(gate.isOpen()).as("an attempt").isFalse();
        counts.open = 0;
        assertThat(gate.isOpen()).isFalse();
        counts.open = 1;
        counts.established = 3;
        assertThat(gate.isOpen()).isTrue();
    }

    private static final class Counts implements LogGate.Connections {
        private double established;
        private double open;

        @Override
        public double established() {
            return established;
        }

        @Override
        public double open() {
            return open;
        }
    }
}
