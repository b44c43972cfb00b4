// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RejectCode;
import io.outcry.order.log.WriteFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CommandProblemsTest {

    @ParameterizedTest
    @EnumSource(value = RejectCode.class, mode = EnumSource.Mode.EXCLUDE, names = {"REJECT_CODE_UNSPECIFIED", "UNRECOGNIZED"})
    void everyRefusalOfTheEngineHasAPublicCode(RejectCode code) {
        assertThat(CommandProblems.publicCode(code).name()).isEqualTo(code.name().substring("REJECT_CODE_".length()));
    }

    @Test
    void aRefusalThatThisVersionDoesNotKnowIsStillARefusal() {
        Outcome outcome = Outcome.newBuilder().setRejectValue(9_999).build();
        assertThat(CommandProblems.refusal(outcome)).hasValueSatisfying(
                problem -> assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_COMMAND));
    }

    @Test
    void onlyDoubtIsAnsweredAsDoubt() {
        assertThat(CommandProblems.notWritten(WriteFailure.UNKNOWN).code().status()).isEqualTo(504);
        assertThat(CommandProblems.notWritten(WriteFailure.UNKNOWN).retryAfter()).isNull();
        assertThat(CommandProblems.notWritten(WriteFailure.LOG_UNAVAILABLE).retryAfter()).isNotNull();
        assertThat(CommandProblems.notWritten(WriteFailure.OVERLOADED).retryAfter()).isNotNull();
        assertThat(CommandProblems.notWritten(WriteFailure.RATE_LIMITED).retryAfter()).isNotNull();
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
