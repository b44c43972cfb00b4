// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import java.util.Set;

/**
 * Who sends a request.
 *
 * @param account whose orders these are
 * @param scopes what the key permits
 */
public record Principal(String account, Set<Scope> scopes) {

    /** What an API key may do. Market data needs none. */
    public enum Scope {
        /** Place and cancel orders, and read the account's own. */
        TRADE,
        /** Create instruments, change their rules and states. */
        ADMIN
    }

    public Principal {
        scopes = Set.copyOf(scopes);
    }
}
