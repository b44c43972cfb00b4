// SPDX-License-Identifier: Apache-2.0
/**
 * Orders over HTTP beside a bare endpoint that only writes them down: the order service with the engine behind it, and a WebFlux handler with
 * a Kafka producer, each on a broker of its own, put through the same by the same clients in turn. What the product does for its part of the
 * two processors is an outcome instead of an acknowledgement.
 */
@NullMarked
package io.outcry.benchmarks.orders;

import org.jspecify.annotations.NullMarked;
