// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.AmendOrder;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.SelfTradePrevention;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.TradingState;
import io.outcry.matching.codec.WireCommands;
import io.outcry.matching.codec.WireEngine;
import io.outcry.matching.domain.EngineAudit;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.FrozenEngine;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.StateSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The bytes of a state are compared with those that were kept when the format got its number. They hold no names, so another version that
 * writes them in another way, be it by a constant put between two others, would read them as something else. What may be added without a new
 * number is a constant behind all others.
 */
class GoldenStateTest {

    private static final String WHY = "a change of this is a change of SnapshotFormat.VERSION, and of this file's name";
    private static final String GOLDEN = "/golden/state-" + SnapshotFormat.VERSION + ".hex";
    private static final String HASH = "80b6bcc767cc8ad30a5d5a821bd5d5531e9bf5ca131f19f217c3436e28f775e5";
    private static final String COLLECTING = "ETH-USD";
    private static final String CLOSED = "SOL-USD";
    private static final String WAITING = "XRP-USD";
    private static final int PARTITION = 3;
    private static final EngineLimits LIMITS = new EngineLimits(60, 40, 64, 4, 4, 30, 2);
    private static final long CLOCK_US = 4_102_444_800_000_000L;

    private final WireEngine engine = new WireEngine(PARTITION, LIMITS);

    @Test
    void aStateIsWrittenAsItWasKept() throws IOException {
        fill();
        assertThat(bytes(engine.engine().freeze())).as(WHY).isEqualTo(golden());
    }

    @Test
    void theStateThatWasKeptIsReadAndWrittenAgainAsItIs() throws IOException {
        ByteStateReader reader = new ByteStateReader(List.of(HexFormat.of().parseHex(golden())).iterator());
        MatchingEngine read = MatchingEngine.restore(PARTITION, LIMITS, StateSize.UNKNOWN, reader);
        EngineAudit.check(read);
        assertThat(reader.isAtEnd()).as(WHY).isTrue();
        assertThat(bytes(read.freeze())).as(WHY).isEqualTo(golden());
        assertThat(HexFormat.of().formatHex(StateHash.of(read.freeze()))).as(WHY).isEqualTo(HASH);
    }

    /** Something of all that a state can hold. Of each word the last constant is among it, so one put before it moves what is written. */
    private void fill() {
        define(WireCommands.rules().setMinNotional(400).setPriceBandBps(9_000).setMaxOpenOrders(9));
        define(WireCommands.rules().setSymbol(COLLECTING).setTier(Tier.TIER_MEDIUM).setMakerFeeBps(-5).setVolatilityBandBps(5_000)
                .setTickSize(5).setLotSize(10).setMinQuantity(10));
        define(WireCommands.rules().setSymbol(CLOSED).setTier(Tier.TIER_COLD).setMaxOpenOrders(1));
        define(WireCommands.rules().setSymbol(WAITING));
        orders();
        stops();
        auction();
        place(limit("carol", Side.SIDE_BUY, 5, 100).setSymbol(CLOSED));
        place(limit("carol", Side.SIDE_BUY, 5, 100).setSymbol(CLOSED).setClientOrderId("one-too-many"));
        apply(WireCommands.enter(CLOCK_US, CLOSED, TradingState.TRADING_STATE_CLOSED));
        apply(WireCommands.placeScaled(CLOCK_US, limit("carol", Side.SIDE_BUY, 5, 100).setSymbol("NOPE").setClientOrderId("not-known"), 3,
                1));
    }

    private void orders() {
        place(limit("alice", Side.SIDE_SELL, 50, 10_000).setClientOrderId("maker-1"));
        place(limit("bob", Side.SIDE_BUY, 20, 10_000).setClientOrderId("taker-1").setTimeInForce(TimeInForce.TIME_IN_FORCE_FOK));
        place(WireCommands.market("bob", Side.SIDE_BUY, 0).setQuoteQuantity(100_000));
        long amended = place(limit("bob", Side.SIDE_BUY, 30, 9_000).setPostOnly(true)
                .setSelfTradePrevention(SelfTradePrevention.SELF_TRADE_PREVENTION_EXPIRE_TAKER));
        apply(WireCommands.amend(CLOCK_US, AmendOrder.newBuilder().setAccount("bob").setOrderId(amended).setQuantity(25)
                .setPriceScale(2).setQuantityScale(5)));
        long canceled = place(limit("bob", Side.SIDE_BUY, 30, 9_000).setClientOrderId("canceled-1"));
        apply(WireCommands.cancel(CLOCK_US, "bob", canceled));
        place(limit("alice", Side.SIDE_SELL, 70, 11_000).setDisplayQuantity(20).setTimeInForce(TimeInForce.TIME_IN_FORCE_GTD)
                .setExpireTimeUs(CLOCK_US + 60_000_000)
                .setSelfTradePrevention(SelfTradePrevention.SELF_TRADE_PREVENTION_EXPIRE_MAKER));
        place(limit("carol", Side.SIDE_BUY, 40, 8_000).setTimeInForce(TimeInForce.TIME_IN_FORCE_DAY)
                .setSelfTradePrevention(SelfTradePrevention.SELF_TRADE_PREVENTION_DECREMENT));
        place(stop(OrderType.ORDER_TYPE_STOP_LOSS, Side.SIDE_SELL, 5_000));
        place(stop(OrderType.ORDER_TYPE_TAKE_PROFIT, Side.SIDE_SELL, 15_000).setTimeInForce(TimeInForce.TIME_IN_FORCE_FOK));
        place(stop(OrderType.ORDER_TYPE_STOP_LOSS_LIMIT, Side.SIDE_BUY, 15_000).setPrice(15_100)
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC)
                .setSelfTradePrevention(SelfTradePrevention.SELF_TRADE_PREVENTION_EXPIRE_BOTH));
        place(stop(OrderType.ORDER_TYPE_TAKE_PROFIT_LIMIT, Side.SIDE_BUY, 5_000).setPrice(5_100).setClientOrderId("waits-1")
                .setTimeInForce(TimeInForce.TIME_IN_FORCE_DAY));
    }

    /** A price that sets off one stop more than a command may. */
    private void stops() {
        for (int i = 0; i < 3; i++) {
            place(stop(OrderType.ORDER_TYPE_STOP_LOSS_LIMIT, Side.SIDE_BUY, 105).setSymbol(WAITING).setPrice(90)
                    .setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC));
        }
        place(limit("alice", Side.SIDE_SELL, 5, 110).setSymbol(WAITING));
        assertThat(apply(WireCommands.place(CLOCK_US, limit("bob", Side.SIDE_BUY, 5, 110).setSymbol(WAITING))).getStopsActivated())
                .isEqualTo(2);
    }

    /** Its end takes one trade more than a command may make. */
    private void auction() {
        apply(WireCommands.enter(CLOCK_US, COLLECTING, TradingState.TRADING_STATE_AUCTION));
        for (int i = 0; i < 5; i++) {
            place(limit("alice", Side.SIDE_SELL, 10, 100).setSymbol(COLLECTING));
        }
        place(limit("bob", Side.SIDE_BUY, 60, 105).setSymbol(COLLECTING));
        assertThat(apply(WireCommands.enter(CLOCK_US, COLLECTING, TradingState.TRADING_STATE_TRADING)).getTradesCount()).isEqualTo(4);
    }

    private void define(Instrument.Builder rules) {
        apply(WireCommands.define(CLOCK_US, rules));
    }

    private static PlaceOrder.Builder limit(String account, Side side, long quantity, long price) {
        return WireCommands.limit(account, side, quantity, price);
    }

    private static PlaceOrder.Builder stop(OrderType type, Side side, long stopPrice) {
        return WireCommands.market("dave", side, 15).setType(type).setStopPrice(stopPrice);
    }

    /** @return the order's id */
    private long place(PlaceOrder.Builder order) {
        return LogPosition.of(PARTITION, apply(WireCommands.place(CLOCK_US, order)).getInputOffset());
    }

    private Outcome apply(OrderCommand command) {
        return engine.apply(command);
    }

    private static String bytes(FrozenEngine frozen) {
        List<byte[]> chunks = new ArrayList<>();
        ByteStateWriter writer = new ByteStateWriter(1 << 16, chunks::add);
        frozen.write(writer);
        writer.finish();
        return HexFormat.of().formatHex(chunks.getFirst());
    }

    private static String golden() throws IOException {
        try (var in = GoldenStateTest.class.getResourceAsStream(GOLDEN)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
        }
    }
}
