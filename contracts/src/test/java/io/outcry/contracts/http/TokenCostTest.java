// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a signature costs is paid once for a token, and seldom for tokens that somebody has made up. */
class TokenCostTest {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration VALID = Duration.ofMinutes(5);
    private static final Duration SKEW = Duration.ofMinutes(1);

    private static ECKey issuer;
    private static ECKey another;
    private static ECKey stranger;
    private static Path keySet;

    private Duration passed = Duration.ZERO;
    private ApiKeys keys;

    @BeforeAll
    static void anIssuerWithTwoKeys(@TempDir Path directory) throws Exception {
        issuer = new ECKeyGenerator(Curve.P_256).keyID("one").generate();
        another = new ECKeyGenerator(Curve.P_256).keyID("two").generate();
        stranger = new ECKeyGenerator(Curve.P_256).keyID("one").generate();
        keySet = Files.writeString(directory.resolve("keys.json"), new JWKSet(List.of(issuer, another)).toString(true));
    }

    @BeforeEach
    void nothingIsKnownYet() {
        AccessProperties.Jwt jwt = new AccessProperties.Jwt(keySet, "https://issuer.example", "outcry", "sub", "scope");
        keys = new ApiKeys(
                new AccessProperties(List.of(new AccessProperties.Key("bobs-key", "bob", Set.of(Principal.Scope.TRADE))), jwt),
                new SimpleMeterRegistry(), () -> START.plus(passed), () -> Long.MAX_VALUE - 1_000_000 + passed.toNanos());
    }

    @Test
    void moreWrongSignaturesThanAFewAreNotLookedAt() throws JOSEException {
        refuseForged(WrongSignatures.MOST);

        Problem problem = refusal(forged("mallory"));
        assertThat(problem.code()).isEqualTo(ErrorCode.RATE_LIMITED);
        assertThat(problem.retryAfterSeconds()).isEqualTo(OptionalLong.of(1));
        assertThat(refusal(valid("alice")).code()).as("it may be anybody's").isEqualTo(ErrorCode.RATE_LIMITED);
        assertThat(keys.identify("Bearer bobs-key").account()).as("a key has no signature").isEqualTo("bob");
    }

    @Test
    void aTokenThatIsKnownIsNotVerifiedAgain() throws JOSEException {
        String token = valid("alice");
        assertThat(account(token)).isEqualTo("alice");
        refuseForged(WrongSignatures.MOST);

        assertThat(account(token)).isEqualTo("alice");
        assertThat(refusal(token.substring(0, token.length() - 4) + "AAAA").code()).isEqualTo(ErrorCode.RATE_LIMITED);
    }

    @Test
    void signaturesAreLookedAtAgainAfterAWhile() throws JOSEException {
        refuseForged(WrongSignatures.MOST);
        passed = Duration.ofNanos(TimeUnit.SECONDS.toNanos(1) / WrongSignatures.MOST);

        assertThat(account(valid("alice"))).isEqualTo("alice");
        refuseForged(1);
        assertThat(refusal(forged("mallory")).code()).isEqualTo(ErrorCode.RATE_LIMITED);
        passed = passed.plusSeconds(1);
        refuseForged(WrongSignatures.MOST);
    }

    @Test
    void aTokenThatNamesNoKeyCountsForEachThatIsTried() throws JOSEException {
        for (int i = 0; i < WrongSignatures.MOST / 2; i++) {
            assertThat(refusal(sign(null, claims("mallory" + i).build(), stranger)).code()).isEqualTo(ErrorCode.UNAUTHORIZED);
        }

        assertThat(refusal(valid("alice")).code()).isEqualTo(ErrorCode.RATE_LIMITED);
    }

    @Test
    void aTokenThatIsWrongWithoutALookAtItsSignatureCostsNone() throws JOSEException {
        String told = refusal(forged("mallory")).detail();
        List<String> wrong = List.of(
                sign("three", claims("mallory").build(), stranger),
                sign("one", claims("mallory").issuer("somebody").build(), stranger),
                sign("one", claims("mallory").audience("another").build(), stranger),
                sign("one", claims("mallory").expirationTime(null).build(), stranger),
                sign("one", claims("mallory").notBeforeTime(Date.from(START.plusSeconds(300))).build(), stranger),
                sign("one", claims("mallory").subject(null).build(), stranger),
                sign("one", claims("auth0|123").build(), stranger),
                sign("one", claims("mallory").claim("scope", List.of("trade")).build(), stranger),
                sign("one", claims("mallory").claim("exp", null).serializeNullClaims(true).build(), stranger),
                sign("one", claims("mallory").expirationTime(Date.from(START.minus(SKEW).minusSeconds(1))).build(), stranger));
        for (int i = 0; i < WrongSignatures.MOST; i++) {
            wrong.forEach(token -> {
                Problem problem = refusal(token);
                assertThat(problem.code()).isEqualTo(ErrorCode.UNAUTHORIZED);
                assertThat(problem.detail()).as("what a token must say is not told").isEqualTo(told);
            });
        }

        assertThat(account(valid("alice"))).isEqualTo("alice");
    }

    /** Another one each time, and of the issuer: it would be verified each time, and those that are known would be forgotten for it. */
    @Test
    void aTokenThatIsWrittenInAnotherWayIsNotLookedAt() throws JOSEException {
        String token = valid("alice");
        assertThat(account(token)).isEqualTo("alice");
        refuseForged(WrongSignatures.MOST);

        int middle = token.length() - 10;
        String unusedBits = token.substring(0, token.length() - 1) + (char) (token.charAt(token.length() - 1) + 1);
        for (String other : List.of(
                token + "!", token + "=", token + "\u0001", token.substring(0, middle) + "!" + token.substring(middle), unusedBits)) {
            assertThat(refusal(other).code()).as(other).isEqualTo(ErrorCode.UNAUTHORIZED);
        }
    }

    @Test
    void aTokenOfTheIssuerThatIsOfNoUseIsNotLookedAt() throws JOSEException {
        refuseForged(WrongSignatures.MOST);

        assertThat(refusal(sign("one", claims("auth0|123").build(), issuer)).code()).isEqualTo(ErrorCode.UNAUTHORIZED);
        assertThat(refusal(sign("one", claims("alice").claim("scope", List.of("trade")).build(), issuer)).code())
                .isEqualTo(ErrorCode.UNAUTHORIZED);
    }

    @Test
    void aTokenIsKnownUntilItIsOver() throws JOSEException {
        String token = valid("alice");
        assertThat(account(token)).isEqualTo("alice");

        passed = VALID.plus(SKEW).minusMillis(1);
        assertThat(account(token)).isEqualTo("alice");
        passed = VALID.plus(SKEW);
        Problem problem = refusal(token);
        assertThat(problem.code()).isEqualTo(ErrorCode.UNAUTHORIZED);
        assertThat(problem.detail()).contains("expired");
    }

    @Test
    void noMoreAreKeptThanTwiceAsManyAsWereUsedLately() {
        KnownTokens known = new KnownTokens(10);
        Principal alice = new Principal("alice", Set.of(), 2);
        known.add("used", alice);
        IntStream.range(0, 1_000).forEach(i -> {
            known.add("once" + i, alice);
            assertThat(known.find("used", 1)).isEqualTo(alice);
            assertThat(known.size()).isLessThanOrEqualTo(20);
        });
        assertThat(known.find("once1", 1)).isNull();
        assertThat(known.find("used", 2)).isNull();
    }

    private String account(String token) {
        return keys.identify("Bearer " + token).account();
    }

    private Problem refusal(String token) {
        return catchThrowableOfType(ApiException.class, () -> keys.identify("Bearer " + token)).problem();
    }

    private void refuseForged(int times) throws JOSEException {
        for (int i = 0; i < times; i++) {
            assertThat(refusal(forged("mallory" + i)).code()).isEqualTo(ErrorCode.UNAUTHORIZED);
        }
    }

    private static String valid(String account) throws JOSEException {
        return sign("one", claims(account).build(), issuer);
    }

    private static String forged(String account) throws JOSEException {
        return sign("one", claims(account).build(), stranger);
    }

    private static JWTClaimsSet.Builder claims(String account) {
        return new JWTClaimsSet.Builder().issuer("https://issuer.example").audience("outcry").subject(account).claim("scope", "trade")
                .expirationTime(Date.from(START.plus(VALID)));
    }

    private static String sign(String key, JWTClaimsSet claims, ECKey by) throws JOSEException {
        SignedJWT token = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key).build(), claims);
        token.sign(new ECDSASigner(by));
        return token.serialize();
    }
}
