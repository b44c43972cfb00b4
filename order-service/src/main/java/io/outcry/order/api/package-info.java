// SPDX-License-Identifier: Apache-2.0
/**
 * The HTTP edge: routes, bodies, preferences and answers. Parses by hand from a stream of tokens, so that every fault has a code and a
 * field and nothing is coerced. Handlers never block; they hand commands to {@code reply} and are called back on their own event loop.
 */
@NullMarked
package io.outcry.order.api;

import org.jspecify.annotations.NullMarked;
