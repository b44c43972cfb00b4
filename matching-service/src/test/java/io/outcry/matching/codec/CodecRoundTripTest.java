// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TradingState;
import io.outcry.matching.domain.Command;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.OrderType;
import io.outcry.matching.domain.RandomCommands;
import io.outcry.matching.domain.Tier;
import io.outcry.matching.domain.TimeInForce;
import org.junit.jupiter.api.Test;

class CodecRoundTripTest {

    private static final Instrument RULES = new Instrument("BTC-USD", "BTC", "USD", 2, 5, 1, 1, 1, 1_000, 0, 500, 10, 20, Tier.HOT);

    private final MatchingEngine engine = new MatchingEngine(1, EngineLimits.STANDARD);
    private final CommandOutcome outcome = new CommandOutcome();

    @Test
    void everyCommandComesBackAsItWas() {
        RandomCommands commands = new RandomCommands(11);
        for (int i = 0; i < 5_000; i++) {
            Command command = commands.next();
            assertThat(CommandDecoder.decode(WireCommands.encode(command))).isEqualTo(command);
        }
    }

    @Test
    void anOutcomeCarriesAllThatTheCommandDid() throws InvalidProtocolBufferException {
        Outcome defined = apply(5, new Command.DefineInstrument(40, RULES));
        assertThat(defined.getInstrument().getPriceBandBps()).isEqualTo(500);
        assertThat(defined.getTradingState()).isEqualTo(TradingState.TRADING_STATE_TRADING);
        apply(6, limit("bob", io.outcry.matching.domain.Side.SELL, 100, 3));
        Outcome traded = apply(9, limit("alice", io.outcry.matching.domain.Side.BUY, 101, 5));

        assertThat(traded.getInputOffset()).isEqualTo(9);
        assertThat(traded.getSequence()).isEqualTo(3);
        assertThat(traded.getTimeUs()).isEqualTo(40);
        assertThat(traded.getSymbol()).isEqualTo("BTC-USD");
        assertThat(traded.getPriceScale()).isEqualTo(2);
        assertThat(traded.getQuantityScale()).isEqualTo(5);
        assertThat(traded.hasInstrument()).isFalse();
        assertThat(traded.getTrades(0).getTakerSide()).isEqualTo(Side.SIDE_BUY);
        assertThat(traded.getTrades(0).getTakerOrderId()).isEqualTo((1L << 48) + 9);
        assertThat(traded.getTrades(0).getMakerOrderId()).isEqualTo((1L << 48) + 6);
        assertThat(traded.getOrders(0).getStatus()).isEqualTo(OrderStatus.ORDER_STATUS_PARTIALLY_FILLED);
        assertThat(traded.getOrders(0).getAccount()).isEqualTo("alice");
        assertThat(traded.getOrders(0).getCumulativeQuoteLow()).isEqualTo(300);
        assertThat(traded.getOrders(1).getStatus()).isEqualTo(OrderStatus.ORDER_STATUS_FILLED);
        assertThat(traded.getLevelsCount()).isEqualTo(2);
        assertThat(traded.getLevels(0).getQuantity()).isZero();
        assertThat(traded.getLevels(1).getOrders()).isEqualTo(1);
    }

    @Test
    void aRejectionCarriesItsCode() throws InvalidProtocolBufferException {
        Outcome rejected = apply(1, limit("alice", io.outcry.matching.domain.Side.BUY, 101, 5));
        assertThat(rejected.getReject()).isEqualTo(RejectCode.REJECT_CODE_UNKNOWN_SYMBOL);
        assertThat(rejected.getOrders(0).getStatus()).isEqualTo(OrderStatus.ORDER_STATUS_REJECTED);
    }

    @Test
    void theEnginesWordsAreTheWiresWords() {
        for (var code : io.outcry.matching.domain.RejectCode.values()) {
            if (code != io.outcry.matching.domain.RejectCode.NONE) {
                assertThat(WireEnums.of(code).name()).isEqualTo("REJECT_CODE_" + code);
            }
        }
        for (var status : io.outcry.matching.domain.OrderStatus.values()) {
            assertThat(WireEnums.of(status).name()).isEqualTo("ORDER_STATUS_" + status);
        }
    }

    private Outcome apply(long offset, Command command) throws InvalidProtocolBufferException {
        engine.apply(offset, command, outcome);
        return Outcome.parseFrom(OutcomeEncoder.encode(outcome));
    }

    private static Command limit(String account, io.outcry.matching.domain.Side side, long price, long quantity) {
        return new Command.PlaceOrder(10, account, "", "BTC-USD", side, OrderType.LIMIT, TimeInForce.GTC, price, quantity);
    }
}
