// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import java.util.List;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The API keys that are accepted. There is no default key.
 *
 * @param keys key, account and scopes of each
 */
@ConfigurationProperties("outcry.access")
public record AccessProperties(@DefaultValue List<Key> keys) {

    /**
     * One API key.
     *
     * @param key the secret, at least 8 characters
     * @param account 1 to 36 of {@code A-Za-z0-9-_.}
     */
    public record Key(String key, String account, Set<Principal.Scope> scopes) {

        public Key {
            if (key.length() < 8) {
                throw new IllegalArgumentException("outcry.access.keys: the key of account '" + account + "' is shorter than 8 characters");
            }
            if (!account.matches("[A-Za-z0-9_.-]{1,36}")) {
                throw new IllegalArgumentException("outcry.access.keys: not an account name: '" + account + "'");
            }
            scopes = Set.copyOf(scopes);
        }
    }

    public AccessProperties {
        keys = List.copyOf(keys);
    }
}
