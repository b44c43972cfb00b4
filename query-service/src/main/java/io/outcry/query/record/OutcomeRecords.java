// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.record;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.name.Names;
import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.v1.AuctionIndication;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.contracts.v1.SelfTradePrevention;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.Trade;
import io.outcry.contracts.v1.TradingState;
import io.outcry.query.domain.SafeText;
import org.jspecify.annotations.Nullable;

/** Outcomes as they come from the log. */
public final class OutcomeRecords {

    /** Times become scores in Redis, which are exact up to here: some day in the year 2255. */
    private static final long TIME_LIMIT = 1L << 53;

    private OutcomeRecords() {}

    /**
     * Reads the value of a record.
     *
     * @throws UnreadableRecordException if it is not an outcome that an engine writes
     */
    public static Outcome parse(byte @Nullable [] value) throws UnreadableRecordException {
        if (value == null) {
            throw new UnreadableRecordException("a record without a value is no outcome");
        }
        try {
            Outcome outcome = Outcome.parseFrom(value);
            check(outcome);
            return outcome;
        } catch (InvalidProtocolBufferException e) {
            throw new UnreadableRecordException("not an outcome: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecordException("not a valid outcome: " + e.getMessage(), e);
        }
    }

    /** True if {@code report} says what its order is now: a refused command leaves an order that was there before as it was. */
    public static boolean counts(Outcome outcome, OrderReport report, int partition) {
        return outcome.getReject() == RejectCode.REJECT_CODE_UNSPECIFIED || isPlaced(outcome, report, partition);
    }

    /** True if {@code report} is of the order that the outcome's command placed. */
    public static boolean isPlaced(Outcome outcome, OrderReport report, int partition) {
        return report.getOrderId() == LogPosition.of(partition, outcome.getInputOffset());
    }

    /**
     * Whether the order that the outcome's command placed is in the lists of its account and symbol. They stay for ever, so an order that was
     * refused before anybody asked whether its symbol exists is in none.
     */
    public static boolean isListed(Outcome outcome) {
        return outcome.getReject() != RejectCode.REJECT_CODE_UNKNOWN_SYMBOL
                && outcome.getReject() != RejectCode.REJECT_CODE_DUPLICATE_CLIENT_ORDER_ID;
    }

    private static void check(Outcome outcome) {
        if (outcome.getSequence() < 1 || outcome.getInputOffset() < 0 || outcome.getTimeUs() < 0 || outcome.getTimeUs() >= TIME_LIMIT) {
            throw new IllegalArgumentException("an outcome has a sequence from 1 on, an input offset and a time");
        }
        if (outcome.getPriceScale() < 0 || outcome.getPriceScale() > Decimals.MAX_SCALE
                || outcome.getQuantityScale() < 0 || outcome.getQuantityScale() > Decimals.MAX_SCALE) {
            throw new IllegalArgumentException("scales " + outcome.getPriceScale() + " and " + outcome.getQuantityScale());
        }
        if (isEmpty(outcome)) {
            return;
        }
        SafeText.name("symbol", outcome.getSymbol());
        if (outcome.hasInstrument()) {
            // What it refuses could not be shown.
            InstrumentRecords.json(outcome.getInstrument(), outcome.getTradingState());
        }
        outcome.getOrdersList().forEach(OutcomeRecords::check);
        outcome.getTradesList().forEach(OutcomeRecords::check);
        // A repeat shows the first answer's trades, but reports the repeated order only.
        if (outcome.getTradesCount() > 0 && outcome.getRepeatOfSequence() == 0) {
            OutcomeAccounts accounts = new OutcomeAccounts(outcome);
            for (Trade trade : outcome.getTradesList()) {
                accounts.of(trade.getTakerOrderId());
                accounts.of(trade.getMakerOrderId());
            }
        }
        for (LevelChange level : outcome.getLevelsList()) {
            boolean sided = level.getSide() == Side.SIDE_BUY || level.getSide() == Side.SIDE_SELL;
            if (!sided || level.getPrice() < 0 || level.getQuantity() < 0) {
                throw new IllegalArgumentException("a level without a side, or with a negative price or quantity");
            }
        }
        check(outcome.getAuction());
    }

    /** The numbers are read back from the view as digits and, of an imbalance, a sign. */
    private static void check(AuctionIndication auction) {
        if (auction.getPrice() < 0 || auction.getVolume() < 0 || auction.getImbalance() == Long.MIN_VALUE) {
            throw new IllegalArgumentException("an auction with a negative price or volume, or an imbalance of more than 63 bits");
        }
    }

    /** True if the outcome says nothing about a symbol. */
    public static boolean isEmpty(Outcome outcome) {
        return !changesBook(outcome) && outcome.getOrdersCount() + outcome.getTradesCount() == 0;
    }

    /** True if the outcome changes what a book looks like, its auction or its rules. */
    public static boolean changesBook(Outcome outcome) {
        return outcome.hasInstrument() || outcome.hasAuction() || outcome.getLevelsCount() > 0;
    }

    /** True if the symbol is in an auction and the outcome says where that would trade. One with the symbol's rules that does not ends it. */
    public static boolean isInAuction(Outcome outcome) {
        return outcome.hasAuction() || outcome.getTradingState() == TradingState.TRADING_STATE_AUCTION;
    }

    private static void check(Trade trade) {
        OrderJson.SIDES.of(trade.getTakerSide());
        if (trade.getPrice() <= 0 || trade.getQuantity() <= 0) {
            throw new IllegalArgumentException("a trade at no price, or of no quantity");
        }
    }

    private static void check(OrderReport report) {
        SafeText.name("account", report.getAccount());
        if (!report.getClientOrderId().isEmpty() && !Names.isClientOrderId(report.getClientOrderId())) {
            throw new IllegalArgumentException("unusable client order id");
        }
        OrderJson.SIDES.of(report.getSide());
        OrderJson.TYPES.of(report.getType());
        OrderJson.TIMES_IN_FORCE.of(report.getTimeInForce());
        OrderJson.STATUSES.of(report.getStatus());
        if (report.getSelfTradePrevention() != SelfTradePrevention.SELF_TRADE_PREVENTION_UNSPECIFIED) {
            OrderJson.SELF_TRADE_PREVENTIONS.of(report.getSelfTradePrevention());
        }
    }
}
