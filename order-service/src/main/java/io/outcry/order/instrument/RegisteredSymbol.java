// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.instrument;

import io.outcry.order.domain.InstrumentRules;

/**
 * A symbol in the registry.
 *
 * @param partition of the order topics that holds it, for ever
 */
public record RegisteredSymbol(int partition, InstrumentRules rules) {}
