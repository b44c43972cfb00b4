// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ProblemTest {

    private static final ApiKeys KEYS = new ApiKeys(new AccessProperties(
            List.of(new AccessProperties.Key("a-secret-key", "alice", Set.of(Principal.Scope.TRADE)))));

    @Test
    void aProblemIsJsonWhateverItsTextsHold() {
        String detail = "quote \" backslash \\ newline \n tab \t half of a pair \ud83d umlaut ü";
        var json = JsonMapper.shared().readTree(Problem.inField(ErrorCode.INVALID_FIELD, "price", detail).withOrderId("7").toJson());

        assertThat(json.get("code").asString()).isEqualTo("INVALID_FIELD");
        assertThat(json.get("status").asInt()).isEqualTo(400);
        assertThat(json.get("type").asString()).isEqualTo("urn:outcry:problem:invalid-field");
        assertThat(json.get("field").asString()).isEqualTo("price");
        assertThat(json.get("orderId").asString()).isEqualTo("7");
        assertThat(json.get("detail").asString()).isEqualTo(detail);
    }

    @Test
    void whatAPathNamesAndIsNotThereIs404WithTheCodeThatSaysWhatItIs() {
        Problem problem = Problem.inField(ErrorCode.UNKNOWN_SYMBOL, "symbol", "no symbol 'NOPE'").asNotFound();

        assertThat(problem.status()).isEqualTo(404);
        var json = JsonMapper.shared().readTree(problem.toJson());
        assertThat(json.get("code").asString()).isEqualTo("UNKNOWN_SYMBOL");
        assertThat(json.get("status").asInt()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "UNKNOWN_SYMBOL, 422", "INVALID_TICK, 422", "INVALID_LOT, 422", "MIN_NOTIONAL, 422", "QUANTITY_OUT_OF_RANGE, 422",
        "PRICE_BAND, 422",
        "WOULD_TAKE, 422", "NO_LIQUIDITY, 422", "HALTED, 422", "ORDER_NOT_OPEN, 422", "DUPLICATE_CLIENT_ORDER_ID, 422", "SELF_TRADE, 422",
        "BOOK_FULL, 422", "ORDER_NOT_FOUND, 404", "RATE_LIMITED, 429", "OVERLOADED, 503", "LOG_UNAVAILABLE, 503", "OUTCOME_UNKNOWN, 504"})
    void theCodesOfThePublicContractKeepTheirStatus(ErrorCode code, int status) {
        assertThat(code.status()).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "1000000000, 1", "1000000001, 2", "2500000000, 3"})
    void whoIsToComeAgainInAPartOfASecondComesInAWholeOne(long nanos, long seconds) {
        Problem later = Problem.of(ErrorCode.RATE_LIMITED, "later").withRetryAfter(Duration.ofNanos(nanos));
        assertThat(later.retryAfterSeconds()).hasValue(seconds);
    }

    @Test
    void aKnownKeyNamesItsAccount() {
        assertThat(KEYS.require("Bearer a-secret-key", Principal.Scope.TRADE).account()).isEqualTo("alice");
        assertThat(KEYS.require("bearer  a-secret-key ", Principal.Scope.TRADE).account()).isEqualTo("alice");
    }

    @Test
    void aKnownKeyIsIdentifiedWhateverItMayDoAndAnUnknownOneIsNot() {
        assertThat(KEYS.identify("Bearer a-secret-key")).isEqualTo(new Principal("alice", Set.of(Principal.Scope.TRADE)));
        assertThatExceptionOfType(ApiException.class).isThrownBy(() -> KEYS.identify("Bearer nobody"))
                .satisfies(refused -> assertThat(refused.problem().code()).isEqualTo(ErrorCode.UNAUTHORIZED));
    }

    @Test
    void noKeyOrAnUnknownOneIsUnauthorizedAndAMissingScopeIsForbidden() {
        for (String header : new String[]{null, "", "Bearer", "Basic a-secret-key", "Bearer nobody", "x".repeat(10_000)}) {
            assertCode(header, Principal.Scope.TRADE, ErrorCode.UNAUTHORIZED);
        }
        assertCode("Bearer a-secret-key", Principal.Scope.ADMIN, ErrorCode.FORBIDDEN);
    }

    @Test
    void withoutKeysNothingStarts() {
        assertThatIllegalStateException().isThrownBy(() -> new ApiKeys(new AccessProperties(List.of())));
        assertThatIllegalArgumentException().isThrownBy(() -> new AccessProperties.Key("short", "alice", Set.of()));
    }

    /** As Spring binds what is not there. */
    @ParameterizedTest
    @CsvSource({"key, , alice, TRADE", "account, a-secret-key, , TRADE", "scopes, a-secret-key, alice,"})
    void whatIsMissingOfAKeyIsNamed(String missing, String key, String account, Principal.Scope scope) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AccessProperties.Key(key, account, scope == null ? null : Set.of(scope)))
                .withMessage("outcry.access.keys[].%s must be set", missing);
    }

    private static void assertCode(String header, Principal.Scope scope, ErrorCode code) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> KEYS.require(header, scope))
                .satisfies(e -> assertThat(e.problem().code()).isEqualTo(code));
    }
}
