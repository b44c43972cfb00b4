// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.TimeInForce;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderFlowTest {

    private static final int ORDERS = 20_000;

    @Test
    void theSameSeedGivesTheSameBytes() {
        OrderFlow one = new OrderFlow(23, "BTC-USD");
        OrderFlow two = new OrderFlow(23, "BTC-USD");
        OrderFlow other = new OrderFlow(24, "BTC-USD");
        assertThat(other.next()).as("the rules do not depend on the seed").isEqualTo(one.next());
        two.next();
        for (int i = 0; i < 100; i++) {
            assertThat(two.next()).isEqualTo(one.next());
        }
        assertThat(other.next()).isNotEqualTo(one.next());
    }

    @Test
    void theMixIsAQuarterMarketHalfLimitAndTheRestAtOnceOrNotAtAll() throws Exception {
        OrderFlow flow = new OrderFlow(1, "BTC-USD");
        assertThat(OrderCommand.parseFrom(flow.next()).getDefineInstrument().getInstrument().getSymbol()).isEqualTo("BTC-USD");
        List<PlaceOrder> orders = new ArrayList<>();
        for (int i = 0; i < ORDERS; i++) {
            orders.add(OrderCommand.parseFrom(flow.next()).getPlace());
        }
        assertThat(share(orders, OrderType.ORDER_TYPE_MARKET, TimeInForce.TIME_IN_FORCE_IOC)).isBetween(0.24, 0.26);
        assertThat(share(orders, OrderType.ORDER_TYPE_LIMIT, TimeInForce.TIME_IN_FORCE_GTC)).isBetween(0.49, 0.51);
        assertThat(share(orders, OrderType.ORDER_TYPE_LIMIT, TimeInForce.TIME_IN_FORCE_IOC)).isBetween(0.14, 0.16);
        assertThat(share(orders, OrderType.ORDER_TYPE_LIMIT, TimeInForce.TIME_IN_FORCE_FOK)).isBetween(0.09, 0.11);
        assertThat(new HashSet<>(orders.stream().map(PlaceOrder::getClientOrderId).toList())).hasSize(ORDERS);
        assertThat(orders).allMatch(order -> order.getQuantity() >= 10_000 && order.getQuantity() <= 200_000);
    }

    private static double share(List<PlaceOrder> orders, OrderType type, TimeInForce timeInForce) {
        return (double) orders.stream().filter(o -> o.getType() == type && o.getTimeInForce() == timeInForce).count() / orders.size();
    }
}
