// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.order.log.WriteFailure;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CommandProblemsTest {

    @ParameterizedTest
    @EnumSource(value = RejectCode.class, mode = EnumSource.Mode.EXCLUDE, names = {"REJECT_CODE_UNSPECIFIED", "UNRECOGNIZED"})
    void everyRefusalOfTheEngineHasAPublicCode(RejectCode code) {
        assertThat(CommandProblems.publicCode(code).name()).isEqualTo(code.name().substring("REJECT_CODE_".length()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            WOULD_TAKE    | a postOnly order at this price would have met orders of the other side at once
            NO_LIQUIDITY  | a MARKET order met an empty book on the other side
            INVALID_TICK  | price or stopPrice is not a multiple of the symbol's tickSize
            INVALID_LOT   | quantity or displayQuantity is not a multiple of the symbol's lotSize, or quoteQuantity has too many decimals
            MIN_NOTIONAL  | price times quantity, or quoteQuantity, is below the symbol's minNotional
            PRICE_BAND    | price is further from the last trade than the symbol's priceBandPercent
            SELF_TRADE    | an amended order, or one that enters an auction, would meet another order of its account
            """)
    void aRefusalSaysWhatWasWrongAndWhichOutcomeSaysSo(String code, String words) {
        assertThat(detail(RejectCode.valueOf("REJECT_CODE_" + code))).isEqualTo(words + "; outcome 141 of its partition");
    }

    @Test
    void noTwoRefusalsSayTheSame() {
        assertThat(Arrays.stream(RejectCode.values()).filter(code -> code.ordinal() > 0 && code != RejectCode.UNRECOGNIZED)
                .map(CommandProblemsTest::detail)).hasSize(17).doesNotHaveDuplicates();
    }

    private static String detail(RejectCode code) {
        return CommandProblems.refusal(Outcome.newBuilder().setReject(code).setSequence(141).build()).orElseThrow().detail();
    }

    @Test
    void aRefusalThatIsRepeatedIsTheFirstOne() {
        Outcome first = Outcome.newBuilder().setReject(RejectCode.REJECT_CODE_NO_LIQUIDITY).setSequence(141).build();
        Outcome repeat = first.toBuilder().setSequence(142).setRepeatOfSequence(141).build();
        assertThat(CommandProblems.refusal(repeat)).isEqualTo(CommandProblems.refusal(first));
    }

    @Test
    void whatTheEngineHasTakenIsNoRefusal() {
        assertThat(CommandProblems.refusal(Outcome.newBuilder().setSequence(141).build())).isEmpty();
    }

    @Test
    void aRefusalThatThisVersionDoesNotKnowIsStillARefusal() {
        Outcome outcome = Outcome.newBuilder().setRejectValue(9_999).setSequence(141).build();
        assertThat(CommandProblems.refusal(outcome)).hasValueSatisfying(problem -> {
            assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_COMMAND);
            assertThat(problem.detail()).isEqualTo(
                    "the engine refused it for a reason that this version does not know; outcome 141 of its partition");
        });
    }

    @Test
    void onlyDoubtIsAnsweredAsDoubt() {
        assertThat(CommandProblems.notWritten(WriteFailure.UNKNOWN).code().status()).isEqualTo(504);
        assertThat(CommandProblems.notWritten(WriteFailure.UNKNOWN).retryAfter()).isNull();
        assertThat(CommandProblems.notWritten(WriteFailure.LOG_UNAVAILABLE).retryAfter()).isNotNull();
        assertThat(CommandProblems.notWritten(WriteFailure.OVERLOADED).retryAfter()).isNotNull();
        assertThat(CommandProblems.rateLimited(Duration.ofSeconds(4)).retryAfter()).isNotNull();
    }

    /** One alone on a machine that has no time for it is not told of others. */
    @Test
    void whatHasWaitedTooLongIsNotToldOfTooManyCommands() {
        Problem late = CommandProblems.notWritten(WriteFailure.WAITED_TOO_LONG);
        assertThat(late.code()).isEqualTo(ErrorCode.OVERLOADED);
        assertThat(late.retryAfter()).isNotNull();
        assertThat(late.detail()).contains("in time", "nothing was written").doesNotContain("too many");
    }

    @Test
    void aReplyAddressSaysWhoseItIs() {
        byte[] address = ReplyAddress.of(Long.MIN_VALUE, 42);
        assertThat(address).hasSize(16).endsWith((byte) 42);
        assertThat(ReplyAddress.isFor(address, Long.MIN_VALUE)).isTrue();
        assertThat(ReplyAddress.isFor(address, 1)).isFalse();
        assertThat(ReplyAddress.isFor(new byte[15], Long.MIN_VALUE)).isFalse();
        assertThat(ReplyAddress.correlation(address)).isEqualTo(42);
    }
}
