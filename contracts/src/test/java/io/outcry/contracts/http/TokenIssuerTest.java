// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenIssuerTest {

    private static final Duration VALID = Duration.ofHours(1);

    private static RSAKey rsa;
    private static ECKey ec;
    private static ApiKeys keys;

    @BeforeAll
    static void anIssuerWithTwoKeys(@TempDir Path directory) throws Exception {
        rsa = new RSAKeyGenerator(2048).keyID("one").generate();
        ec = new ECKeyGenerator(Curve.P_256).keyID("two").generate();
        Path file = Files.writeString(directory.resolve("keys.json"), new JWKSet(List.of(rsa, ec)).toString(true));
        keys = new ApiKeys(new AccessProperties(
                List.of(new AccessProperties.Key("eyJust.a.key-with-points", "bob", Set.of(Principal.Scope.TRADE))), jwt(file)));
    }

    @Test
    void aTokenOfTheIssuerNamesItsAccountAndScopes() throws JOSEException {
        String signedByRsa = sign(JWSAlgorithm.RS256, rsa.getKeyID(), claims().build(), new RSASSASigner(rsa));
        String signedByEc = sign(JWSAlgorithm.ES256, ec.getKeyID(), claims().build(), new ECDSASigner(ec));

        for (String token : List.of(signedByRsa, signedByEc)) {
            assertThat(keys.require("Bearer " + token, Principal.Scope.TRADE).account()).isEqualTo("alice");
            assertCode(token, Principal.Scope.ADMIN, ErrorCode.FORBIDDEN);
        }
    }

    @Test
    void scopesAreWordsOfTheClaimAndOthersMeanNothing() throws JOSEException {
        String both = byRsa(claims().claim("scope", "openid admin trade").build());
        String none = byRsa(claims().claim("scope", "trader administrator").build());

        assertThat(keys.require("Bearer " + both, Principal.Scope.ADMIN).account()).isEqualTo("alice");
        assertCode(none, Principal.Scope.TRADE, ErrorCode.FORBIDDEN);
    }

    @Test
    void anAccessTokenMaySayThatItIsOne() throws JOSEException {
        for (String type : List.of("JWT", "at+jwt", "application/at+jwt")) {
            JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(rsa.getKeyID()).type(new JOSEObjectType(type)).build();
            assertThat(keys.require("Bearer " + sign(header, claims().build(), new RSASSASigner(rsa)), Principal.Scope.TRADE).account())
                    .as(type).isEqualTo("alice");
        }
        JWSHeader event = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(rsa.getKeyID()).type(new JOSEObjectType("secevent+jwt")).build();
        assertCode(sign(event, claims().build(), new RSASSASigner(rsa)), ErrorCode.UNAUTHORIZED);
    }

    @Test
    void aTokenThatIsOverOrForSomebodyElseIsNotBelieved() throws JOSEException {
        assertCode(byRsa(claims().expirationTime(at(Duration.ofMinutes(-5))).build()), ErrorCode.UNAUTHORIZED);
        assertCode(byRsa(claims().expirationTime(null).build()), ErrorCode.UNAUTHORIZED);
        assertCode(byRsa(claims().notBeforeTime(at(Duration.ofMinutes(5))).build()), ErrorCode.UNAUTHORIZED);
        assertCode(byRsa(claims().issuer("somebody").build()), ErrorCode.UNAUTHORIZED);
        assertCode(byRsa(claims().audience("another").build()), ErrorCode.UNAUTHORIZED);
        assertCode(byRsa(claims().subject(null).build()), ErrorCode.UNAUTHORIZED);
        assertCode(byRsa(claims().subject("no account name!").build()), ErrorCode.UNAUTHORIZED);
    }

    @Test
    void aSignatureThatTheIssuerHasNotMadeIsNotBelieved() throws JOSEException {
        RSAKey stranger = new RSAKeyGenerator(2048).keyID("one").generate();
        assertCode(sign(JWSAlgorithm.RS256, "one", claims().build(), new RSASSASigner(stranger)), ErrorCode.UNAUTHORIZED);
        assertCode(new PlainJWT(claims().build()).serialize(), ErrorCode.UNAUTHORIZED);
        byte[] publicKeyAsSecret = rsa.toRSAPublicKey().getEncoded();
        assertCode(sign(JWSAlgorithm.HS256, "one", claims().build(), new MACSigner(publicKeyAsSecret)), ErrorCode.UNAUTHORIZED);
        String token = byRsa(claims().build());
        assertCode(token.substring(0, token.lastIndexOf('.')) + ".AAAA", ErrorCode.UNAUTHORIZED);
        assertCode("ey..", ErrorCode.UNAUTHORIZED);
    }

    @Test
    void anApiKeyMayLookLikeAToken() {
        assertThat(keys.require("Bearer eyJust.a.key-with-points", Principal.Scope.TRADE).account()).isEqualTo("bob");
    }

    @Test
    void withoutReadableKeysNothingStarts(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("keys.json"), "no keys");
        assertThatIllegalStateException().isThrownBy(() -> new ApiKeys(new AccessProperties(List.of(), jwt(file))))
                .withMessageContaining("outcry.access.jwt.key-set");
    }

    /** Nobody would be let in, and all would look well. */
    @Test
    void withoutAKeyThatCanSignATokenNothingStarts(@TempDir Path directory) throws Exception {
        JWK tooLong = new ECKeyGenerator(Curve.P_384).keyID("three").generate();
        JWK forSecrets = new RSAKeyGenerator(2048).keyID("four").keyUse(KeyUse.ENCRYPTION).generate();
        for (List<JWK> useless : List.of(List.<JWK>of(), List.of(tooLong), List.of(forSecrets), List.of(tooLong, forSecrets))) {
            Path file = Files.writeString(directory.resolve("keys.json"), new JWKSet(useless).toString(true));
            assertThatIllegalStateException().as("%s", useless)
                    .isThrownBy(() -> new ApiKeys(new AccessProperties(List.of(), jwt(file))))
                    .withMessageContaining("no key").withMessageContaining(file.toString());
        }
    }

    /** Which of them a token without a key's id is signed by is found out by trying. */
    @Test
    void aKeyThatCanSignNoTokenStandsInNobodysWay(@TempDir Path directory) throws Exception {
        JWK tooLong = new ECKeyGenerator(Curve.P_384).keyID("three").generate();
        Path file = Files.writeString(directory.resolve("keys.json"), new JWKSet(List.of(tooLong, ec)).toString(true));
        ApiKeys both = new ApiKeys(new AccessProperties(List.of(), jwt(file)));
        String token = sign(new JWSHeader.Builder(JWSAlgorithm.ES256).build(), claims().build(), new ECDSASigner(ec));

        assertThat(both.require("Bearer " + token, Principal.Scope.TRADE).account()).isEqualTo("alice");
        ECKey stranger = new ECKeyGenerator(Curve.P_256).generate();
        String forged = sign(new JWSHeader.Builder(JWSAlgorithm.ES256).build(), claims().build(), new ECDSASigner(stranger));
        assertThatExceptionOfType(ApiException.class).as("and lets nobody in")
                .isThrownBy(() -> both.require("Bearer " + forged, Principal.Scope.TRADE))
                .satisfies(e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.UNAUTHORIZED));
    }

    /** Any token that the issuer has made for anybody would pass. */
    @Test
    @SuppressWarnings("NullAway")
    void withoutAnAudienceOrAnIssuerNothingStarts() {
        for (String none : new String[]{null, "", " "}) {
            assertThatIllegalArgumentException().isThrownBy(() -> new AccessProperties.Jwt(Path.of("keys"), "issuer", none, "sub", "scope"))
                    .withMessageContaining("outcry.access.jwt.audience");
            assertThatIllegalArgumentException().isThrownBy(() -> new AccessProperties.Jwt(Path.of("keys"), none, "outcry", "sub", "scope"))
                    .withMessageContaining("outcry.access.jwt.issuer");
        }
    }

    private static AccessProperties.Jwt jwt(Path keySet) {
        return new AccessProperties.Jwt(keySet, "https://issuer.example", "outcry", "sub", "scope");
    }

    private static JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder().issuer("https://issuer.example").audience("outcry").subject("alice").claim("scope", "trade")
                .expirationTime(at(VALID));
    }

    private static Date at(Duration fromNow) {
        return Date.from(Instant.now().plus(fromNow));
    }

    private static String byRsa(JWTClaimsSet claims) throws JOSEException {
        return sign(JWSAlgorithm.RS256, rsa.getKeyID(), claims, new RSASSASigner(rsa));
    }

    private static String sign(JWSAlgorithm algorithm, String key, JWTClaimsSet claims, JWSSigner signer) throws JOSEException {
        return sign(new JWSHeader.Builder(algorithm).keyID(key).build(), claims, signer);
    }

    private static String sign(JWSHeader header, JWTClaimsSet claims, JWSSigner signer) throws JOSEException {
        SignedJWT token = new SignedJWT(header, claims);
        token.sign(signer);
        return token.serialize();
    }

    private static void assertCode(String token, ErrorCode code) {
        assertCode(token, Principal.Scope.TRADE, code);
    }

    private static void assertCode(String token, Principal.Scope scope, ErrorCode code) {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> keys.require("Bearer " + token, scope))
                .satisfies(e -> assertThat(e.problem().code()).isEqualTo(code));
    }
}
