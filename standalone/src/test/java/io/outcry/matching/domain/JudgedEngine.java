// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.contracts.v1.OrderCommand;
import io.outcry.matching.codec.CommandApplier;
import io.outcry.matching.codec.OutcomeBytes;
import io.outcry.matching.codec.OutcomeEncoder;
import io.outcry.matching.codec.WireCommand;
import io.outcry.matching.domain.reference.ExpectedOutcome;
import io.outcry.matching.domain.reference.ReferenceEngine;
import java.util.function.BiFunction;

/**
 * What the outcomes of a partition must be: an engine that nothing ever happens to, beside the reference that was written from the rules.
 * After each command both tell the same, what was told adds up, and the engine's books are in order.
 */
public final class JudgedEngine {

    private final MatchingEngine engine;
    private final CommandApplier applier;
    private final OutcomeEncoder encoder = new OutcomeEncoder();
    private final ReferenceEngine reference;
    private final OutcomeLedger ledger = new OutcomeLedger();

    public JudgedEngine(int partition, EngineLimits limits) {
        engine = new MatchingEngine(partition, limits);
        applier = new CommandApplier(engine);
        reference = new ReferenceEngine(partition, limits);
    }

    /**
     * The record that the command must lead to.
     *
     * @throws AssertionError naming what does not hold
     */
    public byte[] apply(long offset, byte[] value, OrderCommand message) {
        CommandOutcome outcome = applier.apply(offset, WireCommand.parse(value));
        ExpectedOutcome told = OutcomeView.of(outcome);
        ExpectedOutcome expected = reference.apply(offset, command(message));
        if (!expected.equals(told)) {
            throw new AssertionError("the engine says\n" + told + "\nthe rules say\n" + expected);
        }
        ledger.add(told);
        EngineAudit.check(engine);
        return OutcomeBytes.of(encoder, outcome);
    }

    /** The record that an engine of its own gives a command, for a replay: nothing is judged but the bytes. */
    public static BiFunction<Long, byte[], byte[]> replay(int partition, EngineLimits limits) {
        CommandApplier again = new CommandApplier(new MatchingEngine(partition, limits));
        OutcomeEncoder encoder = new OutcomeEncoder();
        return (offset, value) -> OutcomeBytes.of(encoder, again.apply(offset, WireCommand.parse(value)));
    }

    private static Command command(OrderCommand message) {
        long timeUs = message.getTimeUs();
        return switch (message.getBodyCase()) {
            case PLACE -> place(timeUs, message.getPlace());
            case PLACE_SCALED -> new Command.PlaceScaledOrder(
                    place(timeUs, message.getPlaceScaled().getOrder()), message.getPlaceScaled().getPriceScale(),
                    message.getPlaceScaled().getQuantityScale());
            case CANCEL -> message.getCancel().getOrderId() != 0
                    ? new Command.CancelOrder(timeUs, message.getCancel().getAccount(), message.getCancel().getOrderId())
                    : new Command.CancelByClientOrderId(
                            timeUs, message.getCancel().getAccount(), message.getCancel().getClientOrderId());
            case AMEND -> new Command.AmendOrder(
                    timeUs, message.getAmend().getAccount(), message.getAmend().getOrderId(), message.getAmend().getPrice(),
                    message.getAmend().getQuantity());
            case MASS_CANCEL -> new Command.CancelAll(
                    timeUs, message.getMassCancel().getAccount(), message.getMassCancel().getSymbol(),
                    Side.values()[message.getMassCancel().getSideValue()]);
            case DEFINE_INSTRUMENT -> new Command.DefineInstrument(timeUs, instrument(message.getDefineInstrument().getInstrument()));
            case SET_TRADING_STATE -> new Command.SetTradingState(
                    timeUs, message.getSetTradingState().getSymbol(),
                    TradingState.values()[message.getSetTradingState().getStateValue()]);
            case TICK -> new Command.Tick(timeUs, message.getTick().getSymbol());
            case ACTIVATE_ENGINE_VERSION -> throw new IllegalArgumentException("no version is activated here");
            case BODY_NOT_SET -> throw new IllegalArgumentException("a command without a body");
        };
    }

    private static Command.PlaceOrder place(long timeUs, io.outcry.contracts.v1.PlaceOrder place) {
        return new Command.PlaceOrder(
                timeUs, place.getAccount(), place.getClientOrderId(), place.getSymbol(), Side.values()[place.getSideValue()],
                OrderType.values()[place.getTypeValue()], TimeInForce.values()[place.getTimeInForceValue()],
                SelfTradePrevention.values()[Math.max(0, place.getSelfTradePreventionValue() - 1)], place.getPostOnly(), place.getPrice(),
                place.getQuantity(), place.getStopPrice(), place.getQuoteQuantity(), place.getDisplayQuantity(),
                place.getExpireTimeUs());
    }

    private static Instrument instrument(io.outcry.contracts.v1.Instrument wire) {
        return new Instrument(
                wire.getSymbol(), wire.getBaseAsset(), wire.getQuoteAsset(), wire.getPriceScale(), wire.getQuantityScale(),
                wire.getTickSize(), wire.getLotSize(), wire.getMinQuantity(), wire.getMaxQuantity(), wire.getMinNotional(),
                wire.getPriceBandBps(), wire.getMakerFeeBps(), wire.getTakerFeeBps(), Tier.values()[wire.getTierValue()],
                wire.getVolatilityBandBps(), wire.getMaxOpenOrders());
    }
}
