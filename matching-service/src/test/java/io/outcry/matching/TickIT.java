// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.time.Micros;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.TradingState;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.domain.EngineLimits;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What is due by the clock, or was cut off, goes on by commands that the service writes itself. */
class TickIT extends BrokerTrial {

    private static final int PARTITION = 2;

    @Test
    void anOrderEndsAtItsTimeByATickThatStandsInTheLog() throws Exception {
        long placedUs = nowUs();
        long expireUs = placedUs + 1_500_000;
        log.write(PARTITION, WireCommands.define(placedUs, WireCommands.rules()));
        log.write(PARTITION, WireCommands.place(placedUs, gtd(expireUs)));
        try (RunningPipeline service = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            Outcome expired = outcome(log.outcomes(PARTITION, 3).get(2));
            assertThat(expired.getOrders(0).getStatus()).isEqualTo(OrderStatus.ORDER_STATUS_EXPIRED);
            assertThat(expired.getTimeUs()).isGreaterThanOrEqualTo(expireUs);

            ConsumerRecord<byte[], byte[]> tick = log.commands(PARTITION).get(2);
            assertThat(tick.key()).isEqualTo(WireCommands.SYMBOL.getBytes(StandardCharsets.UTF_8));
            assertThat(tick.headers()).isEmpty();
            assertThat(OrderCommand.parseFrom(tick.value())).isEqualTo(WireCommands.tick(expired.getTimeUs(), WireCommands.SYMBOL));

            long laterUs = nowUs() + 300_000;
            log.write(PARTITION, WireCommands.place(nowUs(), gtd(laterUs)));
            assertThat(outcome(log.outcomes(PARTITION, 5).get(4)).getTimeUs()).as("also while it runs").isGreaterThanOrEqualTo(laterUs);
            assertThat(service.count("outcry.matching.expired")).isEqualTo(2);
            // Counted when Kafka has acknowledged it, which is told beside what the tick brings about.
            Awaitility.await("both ticks are counted")
                    .untilAsserted(() -> assertThat(service.count("outcry.matching.ticks.written")).isEqualTo(2));
        }
        try (RunningPipeline _ = RunningPipeline.start(kafka.bootstrapServers()).awaitHealth("UP")) {
            log.assertEveryOutcomeOnce();
            assertThat(log.outcomeCount(PARTITION)).as("nothing is ticked twice").isEqualTo(5);
        }
    }

    @Test
    void anAuctionThatWasCutOffTradesToItsEnd() throws Exception {
        int fills = EngineLimits.STANDARD.fillsPerCommand();
        List<OrderCommand> commands = new ArrayList<>(List.of(
                WireCommands.define(1, WireCommands.rules()),
                WireCommands.enter(1, WireCommands.SYMBOL, TradingState.TRADING_STATE_AUCTION)));
        for (int i = 0; i <= fills; i++) {
            commands.add(WireCommands.place(2, WireCommands.limit("alice", Side.SIDE_SELL, 1, 100)));
        }
        commands.add(WireCommands.place(2, WireCommands.limit("bob", Side.SIDE_BUY, fills + 1, 100)));
        commands.add(WireCommands.enter(3, WireCommands.SYMBOL, TradingState.TRADING_STATE_TRADING));
        log.writeAll(commands, _ -> PARTITION);
        try (RunningPipeline _ = RunningPipeline.start(kafka.bootstrapServers())) {
            List<ConsumerRecord<byte[], byte[]>> outcomes = log.outcomes(PARTITION, commands.size() + 1);
            Outcome cutOff = outcome(outcomes.get(commands.size() - 1));
            assertThat(cutOff.getTradesCount()).isEqualTo(fills);
            assertThat(cutOff.getTradingState()).isEqualTo(TradingState.TRADING_STATE_AUCTION);
            Outcome rest = outcome(outcomes.get(commands.size()));
            assertThat(rest.getTradesCount()).isEqualTo(1);
            assertThat(rest.getTradingState()).isEqualTo(TradingState.TRADING_STATE_TRADING);
            log.assertEveryOutcomeOnce();
        }
    }

    @Test
    void stopsThatWereCutOffAreSetOff() throws Exception {
        int activations = EngineLimits.STANDARD.activationsPerCommand();
        List<OrderCommand> commands = new ArrayList<>(List.of(WireCommands.define(1, WireCommands.rules())));
        for (int i = 0; i <= activations; i++) {
            commands.add(WireCommands.place(2, WireCommands.market("alice", Side.SIDE_BUY, 1)
                    .setType(OrderType.ORDER_TYPE_STOP_LOSS)
                    .setStopPrice(100)));
        }
        commands.add(WireCommands.place(2, WireCommands.limit("bob", Side.SIDE_SELL, 1, 100)));
        commands.add(WireCommands.place(2, WireCommands.market("bob", Side.SIDE_BUY, 1)));
        log.writeAll(commands, _ -> PARTITION);
        try (RunningPipeline service = RunningPipeline.start(kafka.bootstrapServers())) {
            List<ConsumerRecord<byte[], byte[]>> outcomes = log.outcomes(PARTITION, commands.size() + 1);
            assertThat(outcome(outcomes.get(commands.size() - 1)).getStopsActivated()).isEqualTo(activations);
            assertThat(outcome(outcomes.get(commands.size())).getStopsActivated()).isEqualTo(1);
            assertThat(service.count("outcry.matching.stops.activated")).isEqualTo(activations + 1);
            log.assertEveryOutcomeOnce();
        }
    }

    /** As it is where all clocks have been set back since. Kafka refuses what is stamped so far ahead, so the tick must not be. */
    @Test
    void whatIsDueByAnEnginesClockThatIsFarAheadEnds() throws Exception {
        long aheadUs = nowUs() + 600_000_000;
        log.write(PARTITION, WireCommands.define(aheadUs, WireCommands.rules()));
        log.write(PARTITION, WireCommands.place(aheadUs, gtd(aheadUs + 1)));
        log.write(PARTITION, WireCommands.define(aheadUs + 2, WireCommands.rules().setSymbol("LATER")));
        try (RunningPipeline service = RunningPipeline.start(kafka.bootstrapServers())) {
            Outcome expired = outcome(log.outcomes(PARTITION, 4).get(3));
            assertThat(expired.getOrders(0).getStatus()).isEqualTo(OrderStatus.ORDER_STATUS_EXPIRED);
            assertThat(expired.getTimeUs()).isEqualTo(aheadUs + 2);
            assertThat(service.count("outcry.matching.ticks.failed")).isZero();
        }
    }

    private static PlaceOrder.Builder gtd(long expireUs) {
        return WireCommands.limit("alice", Side.SIDE_BUY, 5, 100)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTD)
                .setExpireTimeUs(expireUs);
    }

    private static Outcome outcome(ConsumerRecord<byte[], byte[]> record) throws InvalidProtocolBufferException {
        return Outcome.parseFrom(record.value());
    }

    private static long nowUs() {
        return Micros.now(InstantSource.system());
    }
}
