// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import java.util.Set;

/**
 * Who sends a request.
 *
 * @param account whose orders these are
 * @param scopes what the key permits
 * @param untilMillis when that is over, milliseconds since the epoch; {@link #ALWAYS} for an API key
 */
public record Principal(String account, Set<Scope> scopes, long untilMillis) {

    public static final long ALWAYS = Long.MAX_VALUE;

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

    /** One whose key has no end. */
    public Principal(String account, Set<Scope> scopes) {
        this(account, scopes, ALWAYS);
    }
}
