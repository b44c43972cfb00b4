// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FanoutRunTest {

    private final FanoutRun run = new FanoutRun(
            new FanoutSetup(100, 1), Side.PRODUCT, new FanoutRun.Load(10, 100, 1, 0), new FanoutRun.Stalled(3, 100, 1));

    @Test
    void aMeasurementCountsIfAllWereConnectedUntilItsEnd() {
        assertThatCode(() -> {
            run.requireAllConnected(FanoutRun.LIMIT, 100);
            run.requireAllConnected(FanoutRun.STALLED, 103);
            run.requireAllConnected(FanoutRun.STALLED, 100);
        }).doesNotThrowAnyException();
    }

    @Test
    void aConnectionThatWasClosedMeanwhileFailsTheRun() {
        assertThatThrownBy(() -> run.requireAllConnected(FanoutRun.LIMIT, 99))
                .hasMessage("100 clients, 1 symbol, product, limit: only 99 connections were there in the end");
    }
}
