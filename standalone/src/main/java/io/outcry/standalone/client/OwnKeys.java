// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.client;

import io.outcry.contracts.http.AccessProperties;
import io.outcry.contracts.http.AccessProperties.Key;
import io.outcry.contracts.http.Principal.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The keys that standalone itself uses: new at every start, never shown.
 *
 * @param admin creates the first instruments
 * @param maker the demo trader that quotes
 * @param taker the demo trader that takes
 */
public record OwnKeys(String admin, String maker, String taker) {

    public static OwnKeys random() {
        return new OwnKeys(secret(), secret(), secret());
    }

    /** The configured keys and these. */
    public AccessProperties addedTo(AccessProperties configured) {
        List<Key> keys = new ArrayList<>(configured.keys());
        keys.add(new Key(admin, "standalone", Set.of(Scope.ADMIN)));
        keys.add(new Key(maker, "demo-maker", Set.of(Scope.TRADE)));
        keys.add(new Key(taker, "demo-taker", Set.of(Scope.TRADE)));
        return new AccessProperties(keys, configured.jwt());
    }

    private static String secret() {
        return UUID.randomUUID().toString();
    }
}
