// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.topic.Topics;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ViewAgesTest {

    private static final ViewPartition PARTITION = new ViewPartition(ViewLog.ORDERS, 0);
    private static final long START_MILLIS = 1_000_000;

    private final ViewPositions positions = new ViewPositions(1, 1);
    private final Clock clock = Clock.fixed(Instant.ofEpochMilli(START_MILLIS), ZoneOffset.UTC);
    private long nowMillis = START_MILLIS;
    private final ViewAges ages = new ViewAges(positions, clock, () -> nowMillis * 1_000_000);

    @Test
    void aStateThatHeldAllIsAsOldAsThatMoment() {
        commandsEndAt(5);
        nowMillis += 300;
        assertThat(ages.ageMillis(PARTITION, heldUpTo(4, START_MILLIS))).isEqualTo(300);
    }

    @Test
    void aStateThatHasNotCaughtUpIsAsOldAsItsNewestRecord() {
        commandsEndAt(9);
        nowMillis += 300;
        assertThat(ages.ageMillis(PARTITION, heldUpTo(4, START_MILLIS - 2_000))).isEqualTo(2_000);
    }

    @Test
    void aFastGatewayDoesNotMakeAStateYoungerThanTheTimeItIsKnownToLackSomething() {
        commandsEndAt(9);
        nowMillis += 300;
        assertThat(ages.ageMillis(PARTITION, heldUpTo(4, START_MILLIS + 20_000))).isEqualTo(300);
    }

    @Test
    void anEmptyViewOfALogWithCommandsIsOlderThanAnyOfThem() {
        commandsEndAt(1);
        nowMillis += 300;
        assertThat(ages.ageMillis(PARTITION, ViewPosition.EMPTY)).isEqualTo(START_MILLIS);
    }

    @Test
    void anEmptyViewOfAnEmptyLogIsAsOldAsTheLook() {
        commandsEndAt(0);
        nowMillis += 300;
        assertThat(ages.ageMillis(PARTITION, ViewPosition.EMPTY)).isEqualTo(300);
    }

    private void commandsEndAt(long end) {
        ages.mark(nowMillis * 1_000_000, new LogEnds.Ends(Map.of(new TopicPartition(Topics.ORDER_COMMANDS, 0), end)));
    }

    private static ViewPosition heldUpTo(long inputOffset, long timeMillis) {
        return new ViewPosition(inputOffset + 1, inputOffset, inputOffset + 1, 0, 0, timeMillis);
    }
}
