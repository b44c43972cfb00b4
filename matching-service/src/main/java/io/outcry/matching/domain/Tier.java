// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** How often the aggregated price of a symbol is refreshed. The engine only carries it. */
public enum Tier {
    /** The command names none: it is refused. */
    UNSPECIFIED,
    HOT,
    MEDIUM,
    COLD
}
