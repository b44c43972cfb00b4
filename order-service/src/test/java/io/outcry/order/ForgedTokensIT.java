// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

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
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Orders with tokens that somebody has made up, more than a server has time to look at. */
@Timeout(60)
class ForgedTokensIT {

    private static final Pattern STATUS = Pattern.compile("HTTP/1.1 ([0-9]{3}) ");
    private static final int MANY = 300;

    /** Of those that come at once, so many are looked at. */
    private static final int LOOKED_AT = 20;

    @TempDir
    private static Path directory;

    private static ECKey issuer;
    private static ECKey stranger;
    private static RunningService service;

    @BeforeAll
    static void start() throws JOSEException, IOException {
        issuer = new ECKeyGenerator(Curve.P_256).keyID("one").generate();
        stranger = new ECKeyGenerator(Curve.P_256).keyID("one").generate();
        Path keySet = Files.writeString(directory.resolve("keys.json"), new JWKSet(issuer).toString(true));
        service = new RunningService(directory, RunningService.PATIENT, "--outcry.access.jwt.key-set=" + keySet,
                "--outcry.access.jwt.issuer=https://issuer.example", "--outcry.access.jwt.audience=outcry",
                // They come at once: on a busy machine some would be refused for that.
                "--outcry.http.max-event-loop-delay=1m");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void aSignatureIsLookedAtOnceAndAKnownTokenIsServedAllTheSame() throws JOSEException, IOException {
        String honest = token(issuer, "alice");
        RunningService.await("the token is believed", () -> service.place(honest, "{}").status() == 400);
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < MANY; i++) {
            requests.append(request(token(stranger, "mallory" + i), ""));
        }
        requests.append(request(honest, "Connection: close\r\n"));
        String answers = answers(requests.toString());

        List<String> statuses = STATUS.matcher(answers).results().map((MatchResult status) -> status.group(1)).toList();
        assertThat(statuses).hasSize(MANY + 1);
        assertThat(statuses.subList(0, LOOKED_AT)).containsOnly("401");
        assertThat(statuses.subList(LOOKED_AT, MANY)).containsOnly("401", "429").contains("429");
        assertThat(answers).containsIgnoringCase("Retry-After: 1\r\n").contains("\"code\":\"RATE_LIMITED\"");
        assertThat(statuses.getLast()).as("malformed, but his own").isEqualTo("400");
    }

    private static String request(String token, String more) {
        return "POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n" + more
                + "Authorization: Bearer " + token + "\r\n\r\n{}";
    }

    private static String answers(String requests) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static String token(ECKey by, String account) throws JOSEException {
        JWTClaimsSet claims = new JWTClaimsSet.Builder().issuer("https://issuer.example").audience("outcry").subject(account)
                .claim("scope", "trade").expirationTime(Date.from(Instant.now().plus(Duration.ofHours(1)))).build();
        SignedJWT token = new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("one").build(), claims);
        token.sign(new ECDSASigner(by));
        return token.serialize();
    }
}
