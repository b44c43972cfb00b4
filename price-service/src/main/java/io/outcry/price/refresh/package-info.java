// SPDX-License-Identifier: Apache-2.0
/**
 * The making of prices. Commands are gathered into batches ({@code RefreshRounds}); all venues are asked for a batch at once
 * ({@code PriceRefresher}); what they say, asked or by themselves, is kept by symbol, aggregated, and published if it is worth it
 * ({@code Pricing}). What cannot be trusted is not: the last price stands and ages. Boards hold what all symbols share: the rates of the
 * indices, and the tiers that reading puts symbols in. Nothing here knows Kafka or HTTP.
 */
@NullMarked
package io.outcry.price.refresh;

import org.jspecify.annotations.NullMarked;
