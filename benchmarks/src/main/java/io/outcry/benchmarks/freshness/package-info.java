// SPDX-License-Identifier: Apache-2.0
/**
 * How long a venue's quote takes until a client can read the price it makes, against what Kafka alone takes from producing a record to
 * consuming it. The way measured is the product's own: a socket in Coinbase's dialect, price-service, {@code price.updates.v1},
 * query-service, Redis where it is in the way, HTTP.
 */
@NullMarked
package io.outcry.benchmarks.freshness;

import org.jspecify.annotations.NullMarked;
