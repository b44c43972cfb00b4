// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import io.outcry.contracts.v1.AmendOrder;
import io.outcry.contracts.v1.CancelOrder;
import io.outcry.contracts.v1.MassCancel;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.PlaceOrder;
import io.outcry.contracts.v1.PlaceScaledOrder;
import io.outcry.contracts.v1.SetTradingState;
import io.outcry.matching.domain.ClientOrderId;
import io.outcry.matching.domain.CommandOutcome;
import io.outcry.matching.domain.Instrument;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.domain.NewOrder;
import org.jspecify.annotations.Nullable;

/**
 * Takes commands off the log to one engine, through objects that are filled again for each. As single-threaded as the engine.
 *
 * <p>A value that is left out becomes UNSPECIFIED, and the engine refuses it. A value or a field this version does not know is undecodable: a
 * newer engine would give it a meaning, and then the two would disagree about the log.
 */
public final class CommandApplier {

    private final MatchingEngine engine;
    private final NewOrder order = new NewOrder();
    private final ClientOrderId clientOrderId = new ClientOrderId();
    private final ComingCommands coming = new ComingCommands();
    private final ForeseenPlacements own;
    private final ForeseenPlacements handedOver;
    private final ComingOrders comingOrders;
    private CommandKind kind = CommandKind.TICK;

    public CommandApplier(MatchingEngine engine) {
        this.engine = engine;
        own = new ForeseenPlacements(engine);
        handedOver = new ForeseenPlacements(engine);
        comingOrders = new ComingOrders(engine);
    }

    /**
     * Says which commands come next, as far as it is known, so that they need not wait for memory one after the other. Changes nothing, and no
     * outcome depends on it.
     *
     * @param from index of the next command
     * @param to behind the last that is told of, {@value MatchingEngine#FORESEEN} commands later at most
     */
    public void expect(byte[] @Nullable [] commands, int from, int to) {
        own.take(coming.read(commands, from, to));
        expect(own, 0, to - from);
    }

    /**
     * Applies one command as it stands on the log.
     *
     * @param offset its place in the log
     * @return what it did, until the next one is applied
     * @throws UndecodableCommandException if the bytes are no command, or it has a value or a field that this version does not know; the
     *     engine is as it was
     */
    public CommandOutcome apply(long offset, byte @Nullable [] value) {
        if (!coming.isNext(value)) {
            own.take(coming.read(value));
        }
        return apply(offset, own, coming.next());
    }

    /**
     * Goes on to commands that a {@link CommandReader} has read, maybe on another thread, which no longer uses them.
     *
     * @param rows the next ones of the same reader, or the first ones of another
     * @throws IllegalStateException if they are neither
     */
    public void take(CommandRows rows) {
        handedOver.take(rows);
    }

    /**
     * As the other one, of the commands that were taken.
     *
     * @param from index of the next command
     * @param to behind the last that is told of, {@value MatchingEngine#FORESEEN} commands later at most
     */
    public void expect(int from, int to) {
        expect(handedOver, from, to);
    }

    /**
     * As {@link #apply(long, byte[])}, of the commands that were taken.
     *
     * @param index of the command among them
     */
    public CommandOutcome apply(long offset, int index) {
        return apply(offset, handedOver, index);
    }

    private void expect(ForeseenPlacements placements, int from, int to) {
        placements.look(from, to);
        comingOrders.look(placements.rows(), from, to);
    }

    private CommandOutcome apply(long offset, ForeseenPlacements placements, int index) {
        CommandRows rows = placements.rows();
        if (rows.isPlacement(index)) {
            kind = CommandKind.PLACE;
            return engine.place(offset, rows.timeUs(index), placements.order(index));
        }
        return apply(offset, WireCommand.parse(rows.bytes(index)));
    }

    /** What the command that was applied last asked for. */
    public CommandKind kind() {
        return kind;
    }

    /**
     * Applies one command that was read before.
     *
     * @param offset its place in the log
     * @return what it did, until the next one is applied
     * @throws UndecodableCommandException if it has a value that this version does not know; the engine is as it was
     */
    public CommandOutcome apply(long offset, WireCommand command) {
        OrderCommand message = command.message();
        long timeUs = message.getTimeUs();
        kind = command.kind();
        return switch (kind) {
            case PLACE -> message.hasPlace() ? place(offset, timeUs, message.getPlace()) : place(offset, timeUs, message.getPlaceScaled());
            case CANCEL -> cancel(offset, timeUs, message.getCancel());
            case AMEND -> amend(offset, timeUs, message.getAmend());
            case MASS_CANCEL -> cancelAll(offset, timeUs, message.getMassCancel());
            case DEFINE_INSTRUMENT -> engine.define(offset, timeUs, instrument(message.getDefineInstrument().getInstrument()));
            case SET_TRADING_STATE -> enter(offset, timeUs, message.getSetTradingState());
            case TICK -> engine.tick(offset, timeUs, message.getTick().getSymbol());
            case ACTIVATE_ENGINE_VERSION -> engine.activate(offset, timeUs, message.getActivateEngineVersion().getVersion());
        };
    }

    private CommandOutcome place(long offset, long timeUs, PlaceOrder place) {
        read(place);
        return engine.place(offset, timeUs, order);
    }

    private CommandOutcome place(long offset, long timeUs, PlaceScaledOrder place) {
        read(place.getOrder());
        return engine.place(offset, timeUs, order, place.getPriceScale(), place.getQuantityScale());
    }

    private void read(PlaceOrder place) {
        order.kind(
                KnownValues.side(place.getSide()),
                KnownValues.type(place.getType()),
                KnownValues.timeInForce(place.getTimeInForce()),
                KnownValues.selfTradePrevention(place.getSelfTradePrevention()),
                place.getPostOnly());
        order.account = engine.registerAccount(place.getAccount());
        order.symbolName = place.getSymbol();
        order.symbol = engine.symbol(place.getSymbol());
        order.clientOrderId.set(place.getClientOrderId());
        order.price = place.getPrice();
        order.quantity = place.getQuantity();
        order.stopPrice = place.getStopPrice();
        order.quoteQuantity = place.getQuoteQuantity();
        order.displayQuantity = place.getDisplayQuantity();
        order.expireTimeUs = place.getExpireTimeUs();
    }

    /** The id counts where both names are given. */
    private CommandOutcome cancel(long offset, long timeUs, CancelOrder cancel) {
        int account = engine.registerAccount(cancel.getAccount());
        if (cancel.getOrderId() != 0 || cancel.getClientOrderId().isEmpty()) {
            return engine.cancel(offset, timeUs, account, cancel.getOrderId());
        }
        clientOrderId.set(cancel.getClientOrderId());
        return engine.cancel(offset, timeUs, account, clientOrderId);
    }

    private CommandOutcome amend(long offset, long timeUs, AmendOrder amend) {
        return engine.amend(
                offset,
                timeUs,
                engine.registerAccount(amend.getAccount()),
                amend.getOrderId(),
                amend.getPrice(),
                amend.getPriceScale(),
                amend.getQuantity(),
                amend.getQuantityScale());
    }

    private CommandOutcome cancelAll(long offset, long timeUs, MassCancel cancel) {
        var side = KnownValues.side(cancel.getSide());
        return engine.cancelAll(offset, timeUs, engine.registerAccount(cancel.getAccount()), cancel.getSymbol(), side);
    }

    private CommandOutcome enter(long offset, long timeUs, SetTradingState set) {
        return engine.enter(offset, timeUs, set.getSymbol(), KnownValues.state(set.getState()));
    }

    private static Instrument instrument(io.outcry.contracts.v1.Instrument instrument) {
        return new Instrument(
                instrument.getSymbol(),
                instrument.getBaseAsset(),
                instrument.getQuoteAsset(),
                instrument.getPriceScale(),
                instrument.getQuantityScale(),
                instrument.getTickSize(),
                instrument.getLotSize(),
                instrument.getMinQuantity(),
                instrument.getMaxQuantity(),
                instrument.getMinNotional(),
                instrument.getPriceBandBps(),
                instrument.getMakerFeeBps(),
                instrument.getTakerFeeBps(),
                KnownValues.tier(instrument.getTier()),
                instrument.getVolatilityBandBps(),
                instrument.getMaxOpenOrders());
    }
}
