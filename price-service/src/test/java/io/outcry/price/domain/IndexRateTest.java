// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexRateTest {

    /** Middle 0.9996, its ends 0.0001 away; with half a percent 0.005098 on either side. */
    private static final IndexRate MADE = new IndexRate("USDT-USD", 99_950_000, 99_970_000, 8, 0);

    @ParameterizedTest
    @CsvSource({
        "1, 1, 8",
        "99999999, 99950000, 8",
        "99999999, 92300000000, 8",
        "123456789012, 92300000001, 8",
        "99999999, 1000000000000, 8",
        "599999999, 999999999999, 8",
        "999999999, 1000000000000, 9",
        "7, 1000000000000, 0",
    })
    void aQuoteIsConvertedToTheLastDigitHoweverLargeTheRate(long amount, long rate, int scale) {
        Quote converted = new IndexRate("BTC-USD", rate, rate, scale, 0).convert(Quotes.at(amount, amount, 0));

        BigDecimal exact = BigDecimal.valueOf(amount).multiply(BigDecimal.valueOf(rate, scale));
        assertThat(converted.bid()).isEqualTo(exact.setScale(0, RoundingMode.DOWN).longValueExact());
        assertThat(converted.ask()).isEqualTo(exact.setScale(0, RoundingMode.UP).longValueExact());
    }

    @Test
    void whatIsConvertedIsAsOldAsItWas() {
        Quote converted = new IndexRate("USDT-USD", 50_000_000, 200_000_000, 8, 9)
                .convert(new Quote(10, 20, 14, "USDT", 5, 8, 6, Transport.SOCKET));

        assertThat(converted).isEqualTo(new Quote(5, 40, 7, "USDT", 5, 8, 6, Transport.SOCKET));
    }

    @Test
    void twoWhoseEndsAreMoreThanOnePercentApartMakeNoRate() {
        assertThat(left(99_500_000, 100_500_000, 0).isAgreedOn()).isTrue();
        assertThat(left(99_499_998, 100_500_002, 0).isAgreedOn()).isFalse();
    }

    @Test
    void whatDoesNotFitIsLargerThanAnyPrice() {
        Quote converted = new IndexRate("BTC-USD", 1_000_000_000_000L, 1_000_000_000_000L, 8, 0)
                .convert(Quotes.at(Quote.MAX_PRICE, Quote.MAX_PRICE, 0));

        assertThat(converted.ask()).isGreaterThan(Quote.MAX_PRICE);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "as they were,                    99950000, 99970000, 10,  99950000,  99970000",
        "a little lower,                  99940000, 99960000, 10,  99940000,  99980000",
        "higher by half a percent,        100469800, 100469800, 10, 99440200, 100479800",
        "wider and in the same middle,    99000000, 100920000, 10, 99950000,  99970000",
        "after a quarter of an hour,      99950000, 99970000, 900, 99950000,  99970000",
    })
    void oneSourceThatAgreesConfirmsARateAndCannotMoveIt(
            String situation, long sourceBid, long sourceAsk, long secondsLater, long bid, long ask) {
        IndexRate confirmed = MADE.confirmedBy(left(sourceBid, sourceAsk, secondsLater)).orElseThrow();

        assertThat(confirmed).isEqualTo(new IndexRate("USDT-USD", bid, ask, 8, 1_000_000 * secondsLater));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "higher by more than that,        100469801, 100469801, 10",
        "lower by more than that,         99450199, 99450199, 10",
        "later than a quarter of an hour, 99950000, 99970000, 901",
    })
    void oneSourceThatDoesNotAgreeOrComesTooLateConfirmsNothing(
            String situation, long sourceBid, long sourceAsk, long secondsLater) {
        assertThat(MADE.confirmedBy(left(sourceBid, sourceAsk, secondsLater))).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "the second lies,                99950000,  109950000,  8, 109950000",
        "the first lies,                 89950000,   99970000,  8,  89950000",
        "at more digits than the rate's, 9995000000, 10995000000, 10, 10995000000",
        "they agree,                     99950000,  100449750,  8,",
        "they agree and one with the rate, 100400000, 100800000,  8,",
        "both agree with the rate,       99500000,  100400000,  8,",
        "neither does,                   95000000,  109000000,  8,",
    })
    void ofTwoQuotesThatContradictEachOtherTheOneThatContradictsTheRateIsTold(
            String situation, long one, long other, int scale, @Nullable Long dissenter) {
        assertThat(MADE.dissenter(Quotes.at(one, one, 0), Quotes.at(other, other, 0), scale).map(Quote::bid).orElse(null))
                .isEqualTo(dissenter);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "the second is too wide,         99950000, 99970000,  98460000, 101460000,  98460000",
        "the first is too wide,          98460000, 101460000, 99950000, 99970000,   98460000",
        "both are,                       98460000, 101460000, 98460000, 101460000,",
        "the other one does not agree,   98460000, 101460000, 95000000, 95000001,",
    })
    void aQuoteThatIsTooWideToAgreeWithAnythingIsToldBesideOneThatAgrees(
            String situation, long bid, long ask, long otherBid, long otherAsk, @Nullable Long dissenter) {
        assertThat(MADE.dissenter(Quotes.at(bid, ask, 0), Quotes.at(otherBid, otherAsk, 0), 8).map(Quote::bid).orElse(null))
                .isEqualTo(dissenter);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "as far on both sides,           99470000, 100450000, 99470000, 100450000",
        "one of them goes away,          99950000, 100450000, 99470000, 100450000",
        "the higher does not agree,      99950000, 100470000,,",
        "the lower does not agree,       99450000, 99970000,,",
    })
    void twoThatAgreeWithTheRateAndNotWithEachOtherKeepItWhereItIs(
            String situation, long lower, long higher, @Nullable Long bid, @Nullable Long ask) {
        assertThat(MADE.heldBy(left(lower, higher, 7)).orElse(null))
                .isEqualTo(bid == null || ask == null ? null : new IndexRate("USDT-USD", bid, ask, 8, 7_000_000));
    }

    private static IndexRate left(long bid, long ask, long secondsLater) {
        return new IndexRate("USDT-USD", bid, ask, 8, 1_000_000 * secondsLater);
    }

    @Test
    void moreThanTenThousandOrNothingIsNoRate() {
        assertThat(IndexRate.isInRange(1_000_000_000_000L, 1_000_000_000_000L)).isTrue();
        assertThat(IndexRate.isInRange(1_000_000_000_000L, 1_000_000_000_001L)).isFalse();
        assertThat(IndexRate.isInRange(0, 1)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> new IndexRate("BTC-USD", 1, 1_000_000_000_001L, 8, 0));
    }

    @Test
    void whatWouldNeedMoreThanThatToHoldItKeepsNoRate() {
        long most = 1_000_000_000_000L;
        IndexRate made = new IndexRate("USDT-USD", most, most, 8, 0);

        assertThat(made.confirmedBy(left(most - 1_000, most - 1_000, 1))).isEmpty();
        assertThat(made.heldBy(left(most - 1_000, most, 1))).isEmpty();
    }
}
