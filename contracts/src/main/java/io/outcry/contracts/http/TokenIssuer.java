// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.ExpiredJWTException;
import io.outcry.contracts.setting.UnusableSetupException;
import java.io.IOException;
import java.security.Key;
import java.text.ParseException;
import java.time.InstantSource;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whose JSON web tokens are believed. A token must be signed by one of the issuer's keys, name the issuer and this audience, and have an end
 * that is not over, a minute of difference between clocks allowed. Safe for use by many threads.
 *
 * <p>The signature comes last, since it costs far more than all the rest, and once for each token: who it was issued to is
 * remembered until it is over. Nothing takes a token back before that, but a restart with other keys.
 */
final class TokenIssuer {

    /** Asymmetric ones only: a public key must never pass as a shared secret. */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256);

    /** What its header may call a token: a JWT, or by RFC 9068 an access token; or nothing. */
    private static final DefaultJOSEObjectTypeVerifier<SecurityContext> TYPES = new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt"), null);

    private static final long SKEW_MILLIS = TimeUnit.SECONDS.toMillis(DefaultJWTClaimsVerifier.DEFAULT_MAX_CLOCK_SKEW_SECONDS);

    /** No more than this of any: who asks may have made the token himself, to learn what it must say. */
    private static final String NOT_VALID = "the token is not valid, or has expired";

    private static final int REMEMBERED = 10_000;

    private final AccessProperties.Jwt settings;
    private final AccessRefusals refusals;
    private final InstantSource clock;
    private final JWSVerificationKeySelector<SecurityContext> selector;
    private final DefaultJWTClaimsVerifier<SecurityContext> claimsVerifier;
    private final DefaultJWSVerifierFactory verifiers = new DefaultJWSVerifierFactory();
    private final KnownTokens known = new KnownTokens(REMEMBERED);
    private final WrongSignatures wrong;

    /**
     * @param nanoTime as {@link System#nanoTime} says
     * @throws UnusableSetupException if the keys cannot be read, or none of them can have signed a token
     */
    TokenIssuer(AccessProperties.Jwt settings, AccessRefusals refusals, InstantSource clock, LongSupplier nanoTime) {
        this.settings = settings;
        this.refusals = refusals;
        this.clock = clock;
        wrong = new WrongSignatures(nanoTime);
        try {
            JWKSet keys = JWKSet.load(settings.keySet().toFile()).toPublicJWKSet();
            selector = new JWSVerificationKeySelector<>(ALGORITHMS, new ImmutableJWKSet<>(keys));
        } catch (IOException | ParseException e) {
            throw new UnusableSetupException("no JWK set in " + settings.keySet() + " (" + e + ")",
                    "name in outcry.access.jwt.key-set a file with the issuer's public keys that can be read here", e);
        }
        if (ALGORITHMS.stream().noneMatch(algorithm -> hasKeyFor(algorithm, selector, verifiers))) {
            throw new UnusableSetupException("no key for RS256, PS256 or ES256 in " + settings.keySet(),
                    "name in outcry.access.jwt.key-set a file with the keys that the issuer signs tokens with", null);
        }
        claimsVerifier = new DefaultJWTClaimsVerifier<>(
                settings.audience(), new JWTClaimsSet.Builder().issuer(settings.issuer()).build(), Set.of("exp", settings.accountClaim())) {
            @Override
            protected Date currentTime() {
                return Date.from(clock.instant());
            }
        };
    }

    /** A set without such a key would start a service that lets nobody in. */
    private static boolean hasKeyFor(
            JWSAlgorithm algorithm, JWSVerificationKeySelector<SecurityContext> selector, DefaultJWSVerifierFactory verifiers) {
        JWSHeader header = new JWSHeader(algorithm);
        try {
            return selector.selectJWSKeys(header, null).stream().anyMatch(key -> isFor(header, key, verifiers));
        } catch (KeySourceException e) {
            throw new IllegalStateException("keys in memory can always be looked at", e);
        }
    }

    private static boolean isFor(JWSHeader header, Key key, DefaultJWSVerifierFactory verifiers) {
        try {
            return verifiers.createJWSVerifier(header, key).supportedJWSAlgorithms().contains(header.getAlgorithm());
        } catch (JOSEException e) {
            return false;
        }
    }

    /** Whether it could be a signed token at all; an API key may hold points, too. */
    static boolean looksLikeToken(String credential) {
        return credential.startsWith("ey") && credential.chars().filter(c -> c == '.').count() == 2;
    }

    /**
     * Who the token was issued to.
     *
     * @param digest of the token
     * @throws ApiException UNAUTHORIZED if it is not to be believed, or names no account; RATE_LIMITED if it is not known yet and too
     *     many wrong ones have come
     */
    Principal principal(String token, String digest) {
        Principal remembered = known.find(digest, clock.millis());
        if (remembered != null) {
            return remembered;
        }
        try {
            SignedJWT signed = SignedJWT.parse(token);
            Principal principal = claimed(token, signed);
            verify(signed);
            known.add(digest, principal);
            return principal;
        } catch (ExpiredJWTException e) {
            throw refused(AccessRefusals.Reason.EXPIRED_TOKEN);
        } catch (BadJOSEException | JOSEException | ParseException e) {
            throw refused(AccessRefusals.Reason.INVALID_TOKEN);
        }
    }

    /** Who it says that it was issued to, if it says all else that it must. */
    private Principal claimed(String token, SignedJWT signed) throws BadJOSEException, ParseException {
        // A signature can be written in as many ways as anybody likes, and each would be another token that is not known yet.
        if (!token.endsWith("." + Base64URL.encode(signed.getSignature().decode()))) {
            throw new BadJOSEException("the signature is not written as it is encoded");
        }
        TYPES.verify(signed.getHeader().getType(), null);
        JWTClaimsSet claims = signed.getJWTClaimsSet();
        claimsVerifier.verify(claims, null);
        Date end = claims.getExpirationTime();
        String account = claims.getClaimAsString(settings.accountClaim());
        if (end == null || account == null || !AccessProperties.isAccount(account)) {
            throw new BadJOSEException("no end, or no account");
        }
        return new Principal(account, scopes(claims.getClaimAsString(settings.scopeClaim())), end.getTime() + SKEW_MILLIS);
    }

    private void verify(SignedJWT token) throws BadJOSEException, JOSEException {
        List<Key> keys = selector.selectJWSKeys(token.getHeader(), null);
        if (keys.isEmpty()) {
            throw new BadJOSEException("no key of the issuer is meant");
        }
        if (wrong.areTooMany()) {
            // No 5xx: they count as faults of the server, and anybody could call somebody to it.
            throw refusals.of(AccessRefusals.Reason.NOT_LOOKED_AT, Problem
                    .of(ErrorCode.RATE_LIMITED, "too many tokens come that the issuer has not signed: no new one is looked at now")
                    .withRetryAfter(wrong.retryAfter()));
        }
        if (keys.stream().noneMatch(key -> isSignedBy(key, token))) {
            wrong.found(keys.size());
            throw refused(AccessRefusals.Reason.WRONG_SIGNATURE);
        }
    }

    private boolean isSignedBy(Key key, SignedJWT token) {
        try {
            return token.verify(verifiers.createJWSVerifier(token.getHeader(), key));
        } catch (JOSEException none) {
            // It is for another algorithm, and may stand beside the one that has signed this.
            return false;
        }
    }

    private ApiException refused(AccessRefusals.Reason reason) {
        return refusals.of(reason, Problem.of(ErrorCode.UNAUTHORIZED, NOT_VALID));
    }

    private static Set<Principal.Scope> scopes(@Nullable String words) {
        Set<Principal.Scope> scopes = EnumSet.noneOf(Principal.Scope.class);
        if (words != null) {
            for (Principal.Scope scope : Principal.Scope.values()) {
                if ((" " + words + " ").contains(" " + scope.name().toLowerCase(Locale.ROOT) + " ")) {
                    scopes.add(scope);
                }
            }
        }
        return scopes;
    }
}
