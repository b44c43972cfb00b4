// SPDX-License-Identifier: Apache-2.0
/**
 * The registry of instruments as this instance knows it, and the way to change it: the engine first, then the registry, then the answer.
 *
 * <p>A crash between the engine's outcome and the registry leaves a symbol that cannot be traded yet; the same PUT again completes it.
 * The registry is a hint for early refusals and for routing: the engine checks every rule again, so a stale copy costs a round trip, never
 * correctness.
 */
@NullMarked
package io.outcry.order.instrument;

import org.jspecify.annotations.NullMarked;
