// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

import io.outcry.contracts.position.LogPosition;
import io.outcry.matching.domain.book.CopySpace;
import io.outcry.matching.domain.book.OrderRow;
import io.outcry.matching.domain.book.PriceLadder;
import io.outcry.matching.domain.book.Touched;
import io.outcry.matching.domain.book.WindowLadder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The engine of one partition: a function of the commands it was given, in their order.
 *
 * <p>The same commands lead to the same outcomes on every machine. A command is checked in full before it changes anything; a "no" is an
 * outcome. An exception means a defect or a command that cannot be here: the engine must then be dropped. Not thread-safe.
 *
 * <p>Each command comes with its offset in the log, larger than the one before, not always by one; and with the gateway's clock in
 * microseconds since the epoch, which may go back: the engine's does not.
 */
public final class MatchingEngine {

    /** Number of an account or a symbol that there is not. */
    public static final int UNKNOWN = -1;

    /** Most orders that {@link #expect} takes at a time. */
    public static final int FORESEEN = Foresight.MOST;

    private final int partition;
    private final long firstPosition;
    private final EngineLimits limits;
    private final Accounts accounts = new Accounts();
    private final Listings listings = new Listings();
    private final DueSymbols due = new DueSymbols();
    private final Orders orders;
    private final PriceLadder.Factory ladders;
    private final Touched touched;
    private final CommandOutcome outcome;
    private final Matcher matcher;
    private final Stops stops;
    private final Auction auction;
    private final PlainOrders plain;
    private final Placement placement;
    private final Amendment amendment;
    private final Withdrawal withdrawal;
    private final Foresight foresight;
    private final int newestVersion;
    private int version = EngineVersion.INITIAL;

    /** @param partition the partition of the command log, which is part of every order's id */
    public MatchingEngine(int partition, EngineLimits limits) {
        this(partition, limits, WindowLadder::new, EngineVersion.NEWEST);
    }

    /** As the other one, with books that keep their levels in another way. */
    public MatchingEngine(int partition, EngineLimits limits, PriceLadder.Factory ladders) {
        this(partition, limits, ladders, EngineVersion.NEWEST);
    }

    /** @param newestVersion the newest version it knows */
    MatchingEngine(int partition, EngineLimits limits, int newestVersion) {
        this(partition, limits, WindowLadder::new, newestVersion);
    }

    private MatchingEngine(int partition, EngineLimits limits, PriceLadder.Factory ladders, int newestVersion) {
        this.ladders = ladders;
        this.partition = partition;
        this.newestVersion = newestVersion;
        firstPosition = LogPosition.of(partition, 0);
        this.limits = limits;
        orders = new Orders(partition, limits.rememberedClosedOrders(), listings);
        touched = new Touched(orders.rows());
        outcome = new CommandOutcome(new OrderReports(orders.rows(), orders.clientRows(), accounts, touched), orders.rows(), touched);
        matcher = new Matcher(orders, outcome, limits);
        stops = new Stops(orders, matcher, outcome, limits);
        auction = new Auction(orders, matcher, outcome);
        plain = new PlainOrders(orders, listings, matcher, touched, outcome, limits.ordersPerBook());
        placement = new Placement(limits, listings, orders, matcher, outcome);
        amendment = new Amendment(orders, matcher, plain, outcome);
        foresight = new Foresight(orders);
        withdrawal = new Withdrawal(orders, placement, outcome, limits.fillsPerCommand());
    }

    /**
     * An engine that goes on where another one was frozen: from here on both give the same outcomes.
     *
     * @param size what there is to be made room for, as {@link FrozenEngine#write} said
     * @throws InvalidStateException if what is read is not the state of this partition's engine under these limits
     * @throws UnknownEngineVersionException if a newer version was in force
     */
    public static MatchingEngine restore(int partition, EngineLimits limits, StateSize size, StateReader in) {
        return new MatchingEngine(partition, limits).restored(size, in);
    }

    private MatchingEngine restored(StateSize size, StateReader in) {
        orders.room(size);
        EngineRestore state = new EngineRestore(in);
        version = state.header(partition, limits, outcome);
        if (version > newestVersion) {
            throw new UnknownEngineVersionException(version, newestVersion);
        }
        state.accounts(accounts);
        state.books(new BookRestore(partition, listings, orders, ladders, touched), limits.instruments());
        state.owners(partition, orders);
        state.placements(partition, placement.placements());
        state.watched(listings, due);
        return this;
    }

    /** Copies the state, to be written down while this engine goes on. Takes as long as copying its arrays does. */
    public FrozenEngine freeze() {
        return freeze(new CopySpace());
    }

    /** As the other one, into arrays that are part of what is returned: the state that was copied into them before is no more. */
    public FrozenEngine freeze(CopySpace space) {
        return new FrozenEngine(new FrozenEngine.Parts(
                partition,
                limits,
                version,
                outcome,
                accounts,
                new BookCapture(listings, orders, space),
                orders.table().copyAccounts(space),
                placement.placements().capture(space),
                due.copyWatched()));
    }

    /** Number of an account, given at its first use; {@link #UNKNOWN} for a name that is empty or longer than 64 characters. */
    public int registerAccount(String name) {
        return accounts.register(name);
    }

    /** Number of a symbol, or {@link #UNKNOWN}. */
    public int symbol(String name) {
        Listing listing = listings.find(name);
        return listing == null ? UNKNOWN : listing.number();
    }

    /** Places an order, whose id is the position of this command in the log. */
    public CommandOutcome place(long offset, long timeUs, NewOrder order) {
        begin(offset, timeUs);
        long id = firstPosition | offset;
        Listing listing = plain.place(id, order);
        if (listing != null) {
            return finish(listing);
        }
        finish(placement.place(id, order));
        placement.remember(order);
        return outcome;
    }

    /**
     * As the other one, for an order whose numbers have digits of their own after the point, 0 to 18: prices, quantities, and a quote quantity
     * the sum of both. They are brought to the symbol's exactly, or the order is refused; its numbers are then told with its own digits.
     */
    public CommandOutcome place(long offset, long timeUs, NewOrder order, int priceScale, int quantityScale) {
        begin(offset, timeUs);
        finish(placement.place(firstPosition | offset, order, priceScale, quantityScale));
        placement.remember(order);
        return outcome;
    }

    /** Takes an open order of the account out. */
    public CommandOutcome cancel(long offset, long timeUs, int account, long orderId) {
        begin(offset, timeUs);
        return plain.cancel(account, orderId) ? outcome : finish(withdrawal.cancel(account, orderId));
    }

    /** Takes the open order of this client order id out. */
    public CommandOutcome cancel(long offset, long timeUs, int account, ClientOrderId id) {
        begin(offset, timeUs);
        return finish(withdrawal.cancel(account, id));
    }

    /**
     * Takes the account's open orders of a symbol out, the oldest first, as many as one command may.
     *
     * @param side UNSPECIFIED: both
     */
    public CommandOutcome cancelAll(long offset, long timeUs, int account, String symbol, Side side) {
        begin(offset, timeUs);
        Listing listing = known(symbol);
        if (listing != null) {
            withdrawal.cancelAll(listing, account, side, firstPosition | offset);
        }
        return finish(listing);
    }

    /**
     * Changes an open order of the account. Less quantity at the same price keeps its place; anything else loses it and may trade.
     *
     * @param price zero: unchanged
     * @param quantity counts what has been executed; zero: unchanged
     */
    public CommandOutcome amend(long offset, long timeUs, int account, long orderId, long price, long quantity) {
        begin(offset, timeUs);
        return finish(amendment.amend(account, orderId, price, quantity));
    }

    /**
     * As the other one, for a price and a quantity with digits of their own after the point, 0 to 18. They are brought to the symbol's
     * exactly, or refused.
     */
    public CommandOutcome amend(
            long offset, long timeUs, int account, long orderId, long price, int priceScale, long quantity, int quantityScale) {
        begin(offset, timeUs);
        return finish(amendment.amend(account, orderId, price, priceScale, quantity, quantityScale));
    }

    /** Creates a symbol, which starts in {@link TradingState#TRADING}, or changes its rules for later commands. */
    public CommandOutcome define(long offset, long timeUs, Instrument instrument) {
        begin(offset, timeUs);
        Listing listing = listings.find(instrument.symbol());
        outcome.about(instrument.symbol(), listing);
        if (!instrument.isWellFormed() || (listing == null && listings.size() >= limits.instruments())) {
            outcome.reject(RejectCode.INVALID_COMMAND);
        } else if (listing == null) {
            Listing created = new Listing(listings.size(), instrument, orders.rows(), ladders, touched);
            listings.add(created);
            outcome.about(created);
            outcome.defines(created);
        } else if (!listing.instrument().sameScales(instrument)) {
            outcome.reject(RejectCode.SCALE_IMMUTABLE);
        } else {
            listing.redefine(instrument, orders);
            outcome.defines(listing);
        }
        return finish(listing);
    }

    /** Changes what a symbol accepts; trades what has come together in an auction before it enters {@link TradingState#TRADING}. */
    public CommandOutcome enter(long offset, long timeUs, String symbol, TradingState state) {
        begin(offset, timeUs);
        Listing listing = known(symbol);
        if (listing != null) {
            if (state == TradingState.UNSPECIFIED) {
                outcome.reject(RejectCode.INVALID_COMMAND);
            } else if (state == TradingState.TRADING) {
                matcher.about(listing);
                auction.open(listing);
            } else {
                listing.enter(state);
                outcome.defines(listing);
            }
        }
        return finish(listing);
    }

    /**
     * Matches by the rules of another version from the next command on. Older versions than the active one are refused: what they decided
     * is on the log.
     *
     * @throws UnknownEngineVersionException if this code does not have it; the engine must then be dropped
     */
    public CommandOutcome activate(long offset, long timeUs, long newVersion) {
        if (newVersion > newestVersion) {
            throw new UnknownEngineVersionException(newVersion, newestVersion);
        }
        begin(offset, timeUs);
        outcome.aboutNone();
        if (newVersion < version) {
            outcome.reject(RejectCode.INVALID_COMMAND);
        } else {
            version = (int) newVersion;
            outcome.activates(version);
        }
        return outcome;
    }

    /** Advances the clock, ends what is over for the symbol, and goes on with an auction that was cut off. */
    public CommandOutcome tick(long offset, long timeUs, String symbol) {
        begin(offset, timeUs);
        Listing listing = known(symbol);
        if (listing != null) {
            matcher.about(listing);
            withdrawal.expire(listing);
            if (listing.uncrossingPrice() != 0) {
                auction.open(listing);
            }
        }
        return finish(listing);
    }

    /** Whether the books are so large that it is worth while to say beforehand which orders commands will be about. */
    public boolean looksAhead() {
        return foresight.isWorthwhile();
    }

    /**
     * Brings orders that amendments and cancels are about to name nearer, so that these need not wait for memory one after the other.
     * Changes nothing, and no outcome depends on it; orders that do not exist do no harm.
     *
     * @param count how many ids there are, {@value #FORESEEN} at most
     */
    public void expect(long[] orderIds, int count) {
        foresight.look(orderIds, count);
    }

    /** Brings nearer what a placement that is about to come asks for first: whether its client order id came before. Changes nothing. */
    public void expect(int account, ClientOrderId id) {
        placement.placements().look(id, account);
    }

    /** Offset of the last command; -1 before the first. */
    public long lastOffset() {
        return outcome.inputOffset();
    }

    /** The clock: the time of the newest command, microseconds since the epoch; zero before the first. */
    public long timeUs() {
        return outcome.timeUs();
    }

    /** Goes on behind commands that changed nothing but the clock, whose outcomes somebody else has seen. */
    public void advance(long lastOffset, long lastSequence, long lastTimeUs) {
        outcome.advance(lastOffset, lastSequence, lastTimeUs);
    }

    /** The version of the rules in force. */
    public int version() {
        return version;
    }

    /** How many commands were applied. */
    public long sequence() {
        return outcome.sequence();
    }

    /** What an open order has executed so far; zero for one that is not open. */
    public long executedQuantity(long orderId) {
        int order = orders.find(orderId);
        return order == 0 ? 0 : orders.getCold(order, OrderRow.EXECUTED);
    }

    /** How many accounts the log has named. */
    public int accounts() {
        return accounts.size();
    }

    /** How many orders rest on all books, or wait for their stop price. */
    public int openOrders() {
        return listings.orders();
    }

    /** Symbols, so many at most, that a tick at this time would change: an order is over then, or a command was cut off. */
    public List<String> dueSymbols(long timeUs, int limit) {
        return due.at(timeUs, limit);
    }

    /** What the last command did. */
    CommandOutcome lastOutcome() {
        return outcome;
    }

    Listings listings() {
        return listings;
    }

    Orders orders() {
        return orders;
    }

    private void begin(long offset, long timeUs) {
        if (offset <= outcome.inputOffset() || offset >= LogPosition.OFFSET_LIMIT) {
            throw new IllegalStateException("offset " + offset + " after " + outcome.inputOffset() + " in partition " + partition);
        }
        outcome.begin(offset, timeUs);
    }

    /** What follows every applied command about a symbol: stops that are due, and what its auction would do. */
    private CommandOutcome finish(@Nullable Listing listing) {
        if (listing != null && listing.needsCare() && outcome.reject() == RejectCode.NONE) {
            takeCare(listing);
        }
        return outcome;
    }

    private void takeCare(Listing listing) {
        if (listing.stops() != 0) {
            stops.cascade(listing);
        }
        if (listing.state() == TradingState.AUCTION) {
            auction.indicate(listing);
        }
        outcome.leaves(due.note(listing, outcome.timeUs()));
    }

    /** The symbol of a command; without it the command is refused. */
    private @Nullable Listing known(String symbol) {
        Listing listing = listings.find(symbol);
        outcome.about(symbol, listing);
        if (listing == null) {
            outcome.reject(RejectCode.UNKNOWN_SYMBOL);
        }
        return listing;
    }
}
