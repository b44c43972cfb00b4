// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.contracts.v1.Side;
import io.outcry.query.domain.CandleInterval;
import java.util.List;

/**
 * The names of the keys of one partition. The hash tag puts all of them into one slot of a cluster.
 *
 * <p>An account has no colon in its name, so what follows it cannot be confused.
 */
public final class ViewKeys {

    private final String tag;

    public ViewKeys(ViewPartition partition) {
        this.tag = "{" + partition + "}:";
    }

    /** What all keys start with. */
    public String prefix() {
        return tag;
    }

    /** String: {@link io.outcry.query.domain.ViewPosition#stored}. */
    public String position() {
        return tag + "pos";
    }

    /** String: {@link io.outcry.query.domain.ViewOrigin#stored}. */
    public String origin() {
        return tag + "log";
    }

    /**
     * String: the account, a line feed, and the order's JSON without its closing brace; for some that have closed a line feed again and their
     * fills, as they are else in {@link #fills}.
     */
    public String order(long id) {
        return tag + "o:" + id;
    }

    /** String: the order's first fills as JSON objects, a comma before each. */
    public String fills(long id) {
        return tag + "f:" + id;
    }

    /** String: the id of the newest order with this client order id. */
    public String clientOrderId(String account, String clientOrderId) {
        return tag + "c:" + account + ":" + clientOrderId;
    }

    /** List: closed orders by the time they were closed, as time, id, account and client order id with colons between. */
    public String closedOrders() {
        return tag + "closed";
    }

    /** Sorted set: the account's open orders by the time of their placement, each by its id in fixed width. */
    public String openOrders(String account) {
        return tag + "open:" + account;
    }

    /** List: the places of the account's newest orders, open or not, oldest first. */
    public String allOrders(String account) {
        return tag + "all:" + account;
    }

    /** Those of {@link #openOrders(String)} that are on one symbol. */
    public String openOrders(String account, String symbol) {
        return openOrders(account) + ":" + symbol;
    }

    /** The same of the account's newest orders on one symbol, of which those may be older that {@link #allOrders(String)} still has. */
    public String allOrders(String account, String symbol) {
        return allOrders(account) + ":" + symbol;
    }

    /** Both lists that an open order on a symbol is in. */
    public List<String> openOrderLists(String account, String symbol) {
        return List.of(openOrders(account), openOrders(account, symbol));
    }

    /** Both lists that an order on a symbol is in, open or not. */
    public List<String> orderLists(String account, String symbol) {
        return List.of(allOrders(account), allOrders(account, symbol));
    }

    /** Hash: symbol to what the account holds there, see {@link StoredHolding}. */
    public String holdings(String account) {
        return tag + "h:" + account;
    }

    /** List: the newest trades as JSON, oldest first. */
    public String trades(String symbol) {
        return tag + "t:" + symbol;
    }

    /** List: the newest candles of one length as JSON, oldest first; only the last one still changes. */
    public String candles(String symbol, CandleInterval interval) {
        return tag + "k" + interval.code() + ":" + symbol;
    }

    /** Sorted set: names of the levels of one side, all with the same score. */
    public String levels(Side side, String symbol) {
        return tag + (side == Side.SIDE_BUY ? "b:" : "a:") + symbol;
    }

    /** Hash: name of a level to its JSON. */
    public String levelQuantities(Side side, String symbol) {
        return tag + (side == Side.SIDE_BUY ? "bq:" : "aq:") + symbol;
    }

    /** String: sequence and time of the newest outcome that changed the book or its auction, with a comma between. Exists for each known symbol. */
    public String bookState(String symbol) {
        return tag + "bs:" + symbol;
    }

    /** String: where the auction of a symbol would trade now, as JSON. Exists while there is one. */
    public String auction(String symbol) {
        return tag + "x:" + symbol;
    }

    /** String: rules and state of an instrument as JSON. */
    public String instrument(String symbol) {
        return tag + "i:" + symbol;
    }

    /** Set: the symbols of the partition. */
    public String symbols() {
        return tag + "symbols";
    }

    /** String: the last price, see {@link StoredPrice}. */
    public String price(String symbol) {
        return tag + "p:" + symbol;
    }

    /** String: the last price as it came from the log, with what each venue said. */
    public String priceUpdate(String symbol) {
        return tag + "u:" + symbol;
    }
}
