// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import io.outcry.contracts.setting.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.ConstructorBinding;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who is let in. There is no default key: at least one key or a source of tokens has to be named.
 *
 * @param keys API keys, each with {@code key} (the secret, at least 8 characters), {@code account} (1 to 36 of {@code A-Za-z0-9-_.}) and
 *     {@code scopes} ({@code trade}, {@code admin}); no key may be there twice. At least one is needed where no {@code jwt} is set
 * @param jwt Issuer whose JSON web tokens are accepted; none if it is not set
 */
@ConfigurationProperties("outcry.access")
public record AccessProperties(@DefaultValue List<Key> keys, @Nullable Jwt jwt) {

    private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9_.-]{1,36}");

    /**
     * One API key.
     *
     * @param key The secret, at least 8 characters
     * @param account Account that the key is for, 1 to 36 of {@code A-Za-z0-9-_.}
     * @param scopes What the key permits: {@code trade}, {@code admin}
     */
    public record Key(String key, String account, Set<Principal.Scope> scopes) {

        public Key {
            Setting.given("outcry.access.keys[].key", key);
            Setting.given("outcry.access.keys[].account", account);
            Setting.given("outcry.access.keys[].scopes", scopes);
            if (key.length() < 8) {
                throw new IllegalArgumentException("outcry.access.keys: the key of account '" + account + "' is shorter than 8 characters");
            }
            if (!isAccount(account)) {
                throw new IllegalArgumentException("outcry.access.keys: not an account name: '" + account + "'");
            }
            scopes = Set.copyOf(scopes);
        }
    }

    static boolean isAccount(String name) {
        return ACCOUNT.matcher(name).matches();
    }

    /**
     * An issuer of JSON web tokens (RFC 7519), signed with RS256, PS256 or ES256.
     *
     * @param keySet File with the issuer's public keys as a JWK set (RFC 7517), read once at the start; must be set with {@code jwt}
     * @param issuer Issuer that a token must name in its claim {@code iss}; must be set with {@code jwt}
     * @param audience Audience that a token must name in its claim {@code aud}, so that one made for another service does not pass; must be
     *     set with {@code jwt}
     * @param accountClaim Claim of a token that names the account
     * @param scopeClaim Claim of a token that holds its scopes, {@code trade} and {@code admin}, separated by spaces; others are ignored
     */
    public record Jwt(
            Path keySet, String issuer, String audience, @DefaultValue("sub") String accountClaim,
            @DefaultValue("scope") String scopeClaim) {

        public Jwt {
            Setting.given("outcry.access.jwt.key-set", keySet);
            Setting.given("outcry.access.jwt.issuer", issuer);
            Setting.given("outcry.access.jwt.audience", audience);
        }
    }

    @ConstructorBinding
    public AccessProperties {
        keys = List.copyOf(keys);
    }

    /** With API keys only. */
    public AccessProperties(List<Key> keys) {
        this(keys, null);
    }
}
