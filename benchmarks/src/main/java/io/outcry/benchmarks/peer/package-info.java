// SPDX-License-Identifier: Apache-2.0
/**
 * The engines that the product is measured against, each an adapter of {@link io.outcry.benchmarks.workload.BookUnderTest} and nothing more: an adapter
 * translates a message into the engine's own call and the engine's own answer into reports, with no state of its own.
 * Peers run as they come from their makers; the linked book is ours, and is kept as fast as its design allows.
 */
@NullMarked
package io.outcry.benchmarks.peer;

import org.jspecify.annotations.NullMarked;
