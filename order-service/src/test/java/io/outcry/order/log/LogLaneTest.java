// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogLaneTest {

    private static final long STALL = 100;
    private final LogLane lane = new LogLane("topic", 0, STALL);

    @Test
    void flowsWhileAcknowledgementsCome() {
        assertThat(lane.begin(0)).isTrue();
        assertThat(lane.begin(50)).isTrue();
        lane.acknowledged(90, 0);
        assertThat(lane.admits(190)).isTrue();
        assertThat(lane.admits(191)).as("nothing for more than the limit").isFalse();
        lane.acknowledged(200, 1);
        assertThat(lane.admits(10_000)).as("nothing in flight is no stall").isTrue();
    }

    @Test
    void aStallIsCountedFromTheFirstRecordOnItsWayHoweverManyFollow() {
        assertThat(lane.begin(10_000)).isTrue();
        assertThat(lane.begin(10_050)).as("it was quiet before").isTrue();
        assertThat(lane.admits(10_100)).isTrue();
        assertThat(lane.admits(10_101)).isFalse();
    }

    @Test
    void aProbeThatWasNotWrittenLeavesTheLaneInDoubt() {
        assertThat(lane.begin(0)).isTrue();
        lane.failed(true);
        assertThat(lane.begin(1)).isTrue();
        lane.failed(false);
        assertThat(lane.begin(2)).isTrue();
        assertThat(lane.begin(3)).isFalse();
    }

    @Test
    void aSuspectLaneTakesOneProbeAtATime() {
        assertThat(lane.begin(0)).isTrue();
        lane.failed(true);
        assertThat(lane.begin(1)).isTrue();
        assertThat(lane.begin(2)).isFalse();
        lane.failed(true);
        assertThat(lane.begin(3)).isTrue();
        lane.acknowledged(4, 0);
        assertThat(lane.begin(5)).isTrue();
        assertThat(lane.begin(6)).isTrue();
    }

    @Test
    void knowsWhatIsWrittenBehindAnOffsetFromItsOwnFirstRecordOn() {
        assertThat(lane.writtenBehind(-1)).as("nothing written").isZero();
        write(1_000);
        assertThat(lane.writtenBehind(-1)).as("what was there before concerns nobody").isEqualTo(1);
        assertThat(lane.writtenBehind(1_000)).isZero();
        write(1_010);
        assertThat(lane.writtenBehind(-1)).as("with those of others between").isEqualTo(11);
        assertThat(lane.writtenBehind(1_004)).isEqualTo(6);
        assertThat(lane.writtenBehind(2_000)).as("others have written since").isZero();
    }

    private void write(long offset) {
        assertThat(lane.begin(0)).isTrue();
        lane.acknowledged(0, offset);
    }

    @Test
    void aRecordThatWasCertainlyNotWrittenSaysNothingAboutTheLane() {
        assertThat(lane.begin(0)).isTrue();
        lane.failed(false);
        assertThat(lane.begin(1)).isTrue();
        assertThat(lane.begin(2)).isTrue();
    }
}
