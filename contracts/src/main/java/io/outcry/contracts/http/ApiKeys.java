// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.setting.UnusableSetupException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Knows who an {@code Authorization: Bearer} header belongs to: the owner of an API key, or who a JSON web token was issued to. Keys are kept
 * and compared as SHA-256 digests.
 */
public final class ApiKeys {

    private static final String SCHEME = "Bearer ";
    private static final int MAX_HEADER = 8_192;

    private final Map<String, Principal> principals = new HashMap<>();
    private final AccessRefusals refusals;
    private final @Nullable TokenIssuer issuer;

    /**
     * @throws UnusableSetupException if there is neither a key nor an issuer, a key twice, or an issuer's keys cannot be read: a service that
     *     nobody can use does not start
     */
    public ApiKeys(AccessProperties properties, MeterRegistry registry) {
        this(properties, registry, InstantSource.system(), System::nanoTime);
    }

    /** The same where nobody counts who is refused. */
    public ApiKeys(AccessProperties properties) {
        this(properties, new SimpleMeterRegistry());
    }

    /** @param nanoTime as {@link System#nanoTime} says */
    ApiKeys(AccessProperties properties, MeterRegistry registry, InstantSource clock, LongSupplier nanoTime) {
        refusals = new AccessRefusals(registry, nanoTime);
        for (AccessProperties.Key key : properties.keys()) {
            if (principals.put(digest(key.key()), new Principal(key.account(), key.scopes())) != null) {
                throw new UnusableSetupException("outcry.access.keys holds the key of account '" + key.account() + "' twice",
                        "take one of them out", null);
            }
        }
        issuer = properties.jwt() == null ? null : new TokenIssuer(properties.jwt(), refusals, clock, nanoTime);
        if (principals.isEmpty() && issuer == null) {
            throw new UnusableSetupException("no API key is configured",
                    "set outcry.access.keys[0].key, .account and .scopes, or outcry.access.jwt", null);
        }
    }

    /**
     * The principal behind the header.
     *
     * @throws ApiException UNAUTHORIZED if there is none, FORBIDDEN if it lacks the scope, RATE_LIMITED if that is not to be found out now
     */
    public Principal require(@Nullable String authorization, Principal.Scope scope) {
        Principal principal = identify(authorization);
        if (!principal.scopes().contains(scope)) {
            throw refusals.of(
                    AccessRefusals.Reason.NO_SCOPE, Problem.of(ErrorCode.FORBIDDEN, "the API key has no scope " + scope));
        }
        return principal;
    }

    /**
     * The principal behind the header, whatever it may do.
     *
     * @throws ApiException UNAUTHORIZED if there is none, RATE_LIMITED if that is not to be found out now
     */
    public Principal identify(@Nullable String authorization) {
        if (authorization == null || authorization.length() > MAX_HEADER
                || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            throw refusals.of(AccessRefusals.Reason.NO_CREDENTIAL,
                    Problem.of(ErrorCode.UNAUTHORIZED, "send the header 'Authorization: Bearer <api key>'"));
        }
        String credential = authorization.substring(SCHEME.length()).strip();
        String digest = digest(credential);
        Principal principal = principals.get(digest);
        if (principal != null) {
            return principal;
        }
        if (issuer == null || !TokenIssuer.looksLikeToken(credential)) {
            throw refusals.of(AccessRefusals.Reason.UNKNOWN_KEY, Problem.of(ErrorCode.UNAUTHORIZED, "the API key is not known"));
        }
        return issuer.principal(credential, digest);
    }

    private static String digest(String key) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
