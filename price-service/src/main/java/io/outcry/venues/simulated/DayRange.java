// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.math.BigDecimal;

/**
 * The last twenty-four hours of a symbol.
 *
 * @param open price a day ago
 * @param low lowest price of the day, as far as a look every hour shows it
 * @param high highest price of the day, likewise
 */
record DayRange(BigDecimal open, BigDecimal low, BigDecimal high) {}
