// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.Outcome;
import io.outcry.query.view.ViewChange;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is written down of an order that is closed, so that it is forgotten once it has been for long enough: else Redis grows for ever. */
class OrderChangesTest {

    private static final int PARTITION = 3;
    private static final ViewKeys KEYS = new ViewKeys(new ViewPartition(ViewLog.ORDERS, PARTITION));

    private final OrderChanges orders = new OrderChanges(KEYS, new ProjectionSettings("", 1, 1, 1, 1, 1));
    private final List<ViewChange> changes = new ArrayList<>();

    private static Outcome outcome(OrderStatus status) {
        return Outcome.newBuilder().setInputOffset(5).setSequence(9).setTimeUs(1_763_700_000_123_456L).setSymbol("BTC-USD")
                .addOrders(OrderReport.newBuilder().setOrderId(77).setAccount("alice").setClientOrderId("mine").setStatus(status)).build();
    }

    private List<String> closed() {
        return changes.stream().filter(ViewChange.Push.class::isInstance).map(ViewChange.Push.class::cast)
                .filter(push -> push.key().equals(KEYS.closedOrders()))
                .map(push -> new String(push.element().bytes(), StandardCharsets.UTF_8)).toList();
    }

    @ParameterizedTest
    @EnumSource(names = {
        "ORDER_STATUS_FILLED", "ORDER_STATUS_CANCELED", "ORDER_STATUS_EXPIRED", "ORDER_STATUS_EXPIRED_IN_MATCH", "ORDER_STATUS_REJECTED"})
    void anOrderThatIsClosedIsWrittenDownWithWhenThatWasAndWhoseItWas(OrderStatus status) {
        for (boolean placed : new boolean[]{true, false}) {
            changes.clear();
            orders.add(outcome(status), outcome(status).getOrders(0), placed, changes);
            assertThat(closed()).as("in milliseconds").containsExactly("1763700000123:77:alice:mine");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"ORDER_STATUS_NEW", "ORDER_STATUS_PARTIALLY_FILLED", "ORDER_STATUS_PENDING_TRIGGER"})
    void anOpenOrderIsNot(OrderStatus status) {
        orders.add(outcome(status), outcome(status).getOrders(0), true, changes);
        assertThat(closed()).isEmpty();
    }

    @Test
    void theIdOfARepeatIsForgottenAndTheNameOfTheOrderIsNot() {
        orders.addRepeat(outcome(OrderStatus.ORDER_STATUS_NEW), PARTITION, changes);
        assertThat(closed()).containsExactly("1763700000123:" + LogPosition.of(PARTITION, 5) + ":alice:");
    }
}
