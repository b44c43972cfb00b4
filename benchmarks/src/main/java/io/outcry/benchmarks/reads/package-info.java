// SPDX-License-Identifier: Apache-2.0
/**
 * Reads beside a bare endpoint: the query service, filled through a real Kafka into a real Redis, and a WebFlux handler that returns a
 * constant, asked by the same clients in turn.
 */
@NullMarked
package io.outcry.benchmarks.reads;

import org.jspecify.annotations.NullMarked;
