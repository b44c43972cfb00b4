// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.outcry.contracts.v1.AuctionIndication;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.LevelChange;
import io.outcry.contracts.v1.OrderReport;
import io.outcry.contracts.v1.OrderStatus;
import io.outcry.contracts.v1.OrderType;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import io.outcry.contracts.v1.TimeInForce;
import io.outcry.contracts.v1.Trade;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is projected can be read back from the view: an outcome with numbers that cannot is none. */
class OutcomeRecordsTest {

    private static final String LARGEST = "9223372036854775807";
    private static final String SMALLEST = "-9223372036854775808";

    private static Outcome.Builder outcome() {
        return Outcome.newBuilder().setSequence(1).setTimeUs(1).setSymbol("BTC-USD").setPriceScale(2).setQuantityScale(2);
    }

    private static Outcome trade(long price, long quantity) {
        OrderReport.Builder order = OrderReport.newBuilder().setAccount("alice").setSide(Side.SIDE_BUY)
                .setType(OrderType.ORDER_TYPE_LIMIT).setTimeInForce(TimeInForce.TIME_IN_FORCE_GTC)
                .setStatus(OrderStatus.ORDER_STATUS_FILLED);
        return outcome().addOrders(order.setOrderId(1)).addOrders(order.setOrderId(2))
                .addTrades(Trade.newBuilder().setTakerOrderId(1).setMakerOrderId(2).setTakerSide(Side.SIDE_BUY).setPrice(price)
                        .setQuantity(quantity))
                .build();
    }

    private static Outcome level(Side side, long price, long quantity) {
        return outcome().addLevels(LevelChange.newBuilder().setSide(side).setPrice(price).setQuantity(quantity)).build();
    }

    private static Outcome auction(long price, long volume, long imbalance) {
        return outcome().setAuction(AuctionIndication.newBuilder().setPrice(price).setVolume(volume).setImbalance(imbalance)).build();
    }

    private static Outcome instrument(int tier, int state) {
        Instrument.Builder rules = Instrument.newBuilder().setSymbol("BTC-USD").setBaseAsset("BTC").setQuoteAsset("USD").setTierValue(tier);
        return outcome().setInstrument(rules).setTradingStateValue(state).build();
    }

    private static void assertTaken(boolean taken, Outcome outcome) throws UnreadableRecordException {
        if (taken) {
            assertThat(OutcomeRecords.parse(outcome.toByteArray())).isEqualTo(outcome);
        } else {
            assertThatExceptionOfType(UnreadableRecordException.class).isThrownBy(() -> OutcomeRecords.parse(outcome.toByteArray()));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, true", LARGEST + "," + LARGEST + ", true",
        "0, 1, false", "-1, 1, false", "1, 0, false", "1, -1, false", SMALLEST + ", 1, false"})
    void aTradeHasAPriceAndAQuantity(long price, long quantity, boolean taken) throws UnreadableRecordException {
        assertTaken(taken, trade(price, quantity));
    }

    @ParameterizedTest
    @CsvSource({"SIDE_BUY, 1, 1, true", "SIDE_SELL, 1, 0, true", "SIDE_SELL, 1, -1, false", "SIDE_SELL, -1, 1, false",
        "SIDE_UNSPECIFIED, 1, 1, false"})
    void aLevelHasASideAndNothingNegative(Side side, long price, long quantity, boolean taken) throws UnreadableRecordException {
        assertTaken(taken, level(side, price, quantity));
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 0, true", "1, 1, -1, true", "-1, 1, 0, false", "1, -1, 0, false", "1, 1, " + SMALLEST + ", false"})
    void ofAnAuctionOnlyTheImbalanceMayBeNegative(long price, long volume, long imbalance, boolean taken) throws UnreadableRecordException {
        assertTaken(taken, auction(price, volume, imbalance));
    }

    @ParameterizedTest
    @CsvSource({"1, 1, true", "3, 3, true", "0, 1, false", "9, 1, false", "1, 0, false", "1, 9, false"})
    void anInstrumentHasATierAndAStateThatHaveNames(int tier, int state, boolean taken) throws UnreadableRecordException {
        assertTaken(taken, instrument(tier, state));
    }

    @Test
    void aRepeatShowsTradesOfOrdersThatItDoesNotReport() throws UnreadableRecordException {
        assertTaken(false, trade(1, 1).toBuilder().clearOrders().build());
        assertTaken(true, trade(1, 1).toBuilder().clearOrders().setRepeatOfSequence(1).build());
    }

    /** Twenty times as many as an engine may decide at once: what takes their product takes minutes. */
    @Test
    void manyTradesOfManyOrdersAreLookedThroughOnce() {
        Outcome large = LargeOutcome.of(200_000);
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> assertThat(OutcomeRecords.parse(large.toByteArray())).isEqualTo(large));
    }
}
