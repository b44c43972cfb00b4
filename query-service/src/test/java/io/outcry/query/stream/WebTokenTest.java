// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.outcry.contracts.http.AccessProperties;
import io.outcry.query.stream.fanout.EndReason;
import io.outcry.query.stream.fanout.StreamLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** Who says by a web token who he is sees his orders as long as a token says so. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(60)
class WebTokenTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofHours(24);

    private ECKey key;
    private Path keys;
    private StreamStage stage;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        key = new ECKeyGenerator(Curve.P_256).keyID("one").generate();
        keys = Files.writeString(directory.resolve("keys.json"), new JWKSet(key.toPublicJWK()).toString());
        open(StreamStage.limits(Duration.ofSeconds(2)));
    }

    private void open(StreamLimits limits) {
        stage = new StreamStage(limits, new AccessProperties.Jwt(keys, "issuer", "outcry", "sub", "scope"));
    }

    @AfterEach
    void close() {
        stage.close();
        assertThat(stage.isEmpty()).as("after the end").isTrue();
    }

    @Test
    void aConnectionEndsWithTheTokenOfItsRequest() throws JOSEException {
        try (StreamClient client = stage.client(token(HOUR))) {
            client.subscribe("orders");
            assertEndsAfter(HOUR, client);
        }
    }

    @Test
    void aConnectionEndsWithTheNewestTokenOfItsMessages() throws JOSEException {
        try (StreamClient client = stage.client()) {
            authenticate(client, token(HOUR));
            client.subscribe("orders");
            authenticate(client, token(DAY));
            pass(HOUR);
            assertLives(client);
            assertEndsAfter(DAY, client);
        }
    }

    /** His token has ended before he is cut for being slow. */
    @Test
    void aClientWhoDoesNotReadIsShownNothingMoreEither() throws JOSEException {
        stage.close();
        open(StreamStage.limits(HOUR));
        stage.market.define("BTC-USD");
        try (RawClient stalled = new RawClient(stage.port(), 4_096)) {
            stalled.text("{\"op\":\"auth\",\"token\":\"" + token(HOUR) + "\"}");
            stalled.text("{\"op\":\"subscribe\",\"channels\":[\"book:BTC-USD\",\"orders\"]}");
            StreamStage.await("it is subscribed", () -> stage.subscriptions() == 2);
            stage.block("BTC-USD");
            pass(HOUR);
            StreamStage.await("it has ended with its token", () -> stage.ended(EndReason.EXPIRED) == 1);
            StreamStage.await("it is gone", stage::isEmpty);
        }
    }

    /** What is sent to it is of one account. */
    @Test
    void aConnectionStaysThatOfTheAccountThatItHasSaidFirst() throws JOSEException {
        try (StreamClient client = stage.client(StreamStage.ALICE)) {
            client.send("{\"op\":\"auth\",\"token\":\"" + token("bob", HOUR) + "\",\"id\":1}");
            JsonNode answer = client.next("an answer", message -> message.path("id").asInt(0) == 1);
            assertThat(answer.path("code").asString("")).as(answer.toString()).isEqualTo("FORBIDDEN");
            authenticate(client, token(HOUR));
        }
    }

    @Test
    void anApiKeyHasNoEnd() {
        try (StreamClient client = stage.client(StreamStage.ALICE)) {
            client.subscribe("orders");
            pass(DAY);
            assertLives(client);
        }
    }

    private void assertLives(StreamClient client) {
        long now = System.currentTimeMillis() + stage.aheadMillis;
        client.next("a heartbeat of then", message -> message.path("time").asLong(0) >= now);
    }

    private void assertEndsAfter(Duration valid, StreamClient client) {
        pass(valid);
        assertThat(client.nextOfType("bye").get("reason").asString()).isEqualTo("expired");
        StreamStage.await("the close frame is there", () -> client.closeStatus() == 1008);
    }

    /** So long, and the minute for which clocks may differ, and a little more. */
    private void pass(Duration time) {
        stage.aheadMillis = time.plusMinutes(2).toMillis();
    }

    private static void authenticate(StreamClient client, String token) {
        client.send("{\"op\":\"auth\",\"token\":\"" + token + "\",\"id\":1}");
        assertThat(client.next("authenticated", message -> message.has("op")).get("account").asString()).isEqualTo("alice");
    }

    private String token(Duration valid) throws JOSEException {
        return token("alice", valid);
    }

    private String token(String account, Duration valid) throws JOSEException {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("one").build(),
                new JWTClaimsSet.Builder().issuer("issuer").audience("outcry").subject(account).claim("scope", "trade")
                        .expirationTime(Date.from(Instant.now().plus(valid))).build());
        token.sign(new ECDSASigner(key));
        return token.serialize();
    }
}
