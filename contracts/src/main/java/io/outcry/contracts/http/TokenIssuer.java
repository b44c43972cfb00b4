// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.outcry.contracts.setting.UnusableSetupException;
import java.io.IOException;
import java.text.ParseException;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Whose JSON web tokens are believed. A token must be signed by one of the issuer's keys, name the issuer and this audience, and have an end
 * that is not over, a minute of difference between clocks allowed. Safe for use by many threads.
 */
final class TokenIssuer {

    /** Asymmetric ones only: a public key must never pass as a shared secret. */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256);

    /** What its header may call a token: a JWT, or by RFC 9068 an access token; or nothing. */
    private static final DefaultJOSEObjectTypeVerifier<SecurityContext> TYPES = new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt"), null);

    private static final long SKEW_MILLIS = TimeUnit.SECONDS.toMillis(DefaultJWTClaimsVerifier.DEFAULT_MAX_CLOCK_SKEW_SECONDS);

    private final AccessProperties.Jwt settings;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    /** @throws UnusableSetupException if the keys cannot be read */
    TokenIssuer(AccessProperties.Jwt settings) {
        this.settings = settings;
        try {
            JWKSet keys = JWKSet.load(settings.keySet().toFile()).toPublicJWKSet();
            processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, new ImmutableJWKSet<>(keys)));
        } catch (IOException | ParseException e) {
            throw new UnusableSetupException("no JWK set in " + settings.keySet() + " (" + e + ")",
                    "name in outcry.access.jwt.key-set a file with the issuer's public keys that can be read here", e);
        }
        processor.setJWSTypeVerifier(TYPES);
        processor.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>(
                settings.audience(), new JWTClaimsSet.Builder().issuer(settings.issuer()).build(),
                Set.of("exp", settings.accountClaim())));
    }

    /** Whether it could be a signed token at all; an API key may hold points, too. */
    static boolean looksLikeToken(String credential) {
        return credential.startsWith("ey") && credential.chars().filter(c -> c == '.').count() == 2;
    }

    /**
     * Who the token was issued to.
     *
     * @throws ApiException UNAUTHORIZED if it is not to be believed, or names no account
     */
    Principal principal(String token) {
        try {
            JWTClaimsSet claims = processor.process(token, null);
            String account = claims.getClaimAsString(settings.accountClaim());
            if (account == null || !AccessProperties.isAccount(account)) {
                throw new ApiException(ErrorCode.UNAUTHORIZED, "the token names no account");
            }
            return new Principal(
                    account, scopes(claims.getClaimAsString(settings.scopeClaim())), claims.getExpirationTime().getTime() + SKEW_MILLIS);
        } catch (BadJOSEException | JOSEException | ParseException e) {
            throw new ApiException(ErrorCode.UNAUTHORIZED, "the token is not valid: " + e.getMessage());
        }
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
