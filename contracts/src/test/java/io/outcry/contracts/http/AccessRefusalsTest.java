// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
import io.outcry.contracts.logging.ToldLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** An operator can see that somebody is not let in, and why, and is told when it is more than a mistake. */
class AccessRefusalsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @RegisterExtension
    private final ToldLines told = ToldLines.of(AccessRefusals.class);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private Duration passed = Duration.ZERO;
    private ApiKeys keys;
    private ECKey issuer;

    @BeforeEach
    void oneKeyAndAnIssuer(@TempDir Path directory) throws JOSEException, IOException {
        issuer = new ECKeyGenerator(Curve.P_256).keyID("one").generate();
        Path keySet = Files.writeString(directory.resolve("keys.json"), new JWKSet(issuer).toString(true));
        keys = new ApiKeys(
                new AccessProperties(
                        List.of(new AccessProperties.Key("bobs-key", "bob", Set.of(Principal.Scope.TRADE))),
                        new AccessProperties.Jwt(keySet, "https://issuer.example", "outcry", "sub", "scope")),
                registry, () -> NOW, () -> passed.toNanos());
    }

    @Test
    void everyRefusalIsCountedByItsReason() throws JOSEException {
        ECKey stranger = new ECKeyGenerator(Curve.P_256).keyID("one").generate();
        assertThat(counts()).as("all are there before the first").hasSize(7).containsValues(0L);

        keys.require("Bearer bobs-key", Principal.Scope.TRADE);
        keys.require("Bearer " + token(issuer, claims()), Principal.Scope.TRADE);
        assertThat(counts().values()).containsOnly(0L);

        refuse(null);
        refuse("Basic Ym9iOg==");
        refuse("Bearer nobodys-key");
        refuse("Bearer ey..");
        refuse("Bearer " + token(issuer, claims().audience("another")));
        refuse("Bearer " + token(new ECKeyGenerator(Curve.P_256).keyID("two").generate(), claims()));
        refuse("Bearer " + token(issuer, claims().subject("no account name!")));
        refuse("Bearer " + token(issuer, claims().expirationTime(Date.from(NOW.minusSeconds(61)))));
        for (int i = 0; i < WrongSignatures.MOST + 2; i++) {
            refuse("Bearer " + token(stranger, claims()));
        }
        refuse("Bearer bobs-key");
        assertThat(counts()).isEqualTo(Map.of(
                "no-credential", 2L, "unknown-key", 1L, "invalid-token", 4L, "expired-token", 1L,
                "wrong-signature", (long) WrongSignatures.MOST, "not-looked-at", 2L, "no-scope", 1L));
    }

    @Test
    void wrongOnesAreToldOnceAMinuteWithTheirNumber() {
        refuse("Bearer guess-1");
        assertThat(lines()).containsExactly("[count=\"1\", last=\"unknown-key\"]");

        for (int i = 0; i < 1_000; i++) {
            refuse("Bearer guess-" + i);
        }
        passed = Duration.ofSeconds(59);
        refuse("Bearer guess-2");
        assertThat(lines()).hasSize(1);

        passed = Duration.ofSeconds(60);
        refuse("Bearer ey..");
        assertThat(lines()).hasSize(2).last().isEqualTo("[count=\"1002\", last=\"invalid-token\"]");
    }

    @Test
    void whoHasNoneOrARightOneIsNotTold() throws JOSEException {
        refuse(null);
        refuse("Bearer bobs-key");
        refuse("Bearer " + token(issuer, claims().expirationTime(Date.from(NOW.minusSeconds(61)))));

        assertThat(lines()).isEmpty();
    }

    private List<String> lines() {
        return told.list().stream().map(line -> String.valueOf(line.getKeyValuePairs())).toList();
    }

    private void refuse(@Nullable String authorization) {
        assertThatExceptionOfType(ApiException.class).isThrownBy(() -> keys.require(authorization, Principal.Scope.ADMIN));
    }

    private Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        registry.get("outcry.access.refused").counters()
                .forEach(counter -> counts.put(String.valueOf(counter.getId().getTag("reason")), (long) counter.count()));
        return counts;
    }

    private static JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder().issuer("https://issuer.example").audience("outcry").subject("alice").claim("scope", "trade")
                .expirationTime(Date.from(NOW.plusSeconds(300)));
    }

    private static String token(ECKey by, JWTClaimsSet.Builder claims) throws JOSEException {
        SignedJWT token = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(by.getKeyID()).build(), claims.build());
        token.sign(new ECDSASigner(by));
        return token.serialize();
    }
}
