// SPDX-License-Identifier: Apache-2.0
/**
 * How one trustworthy price comes out of what several venues say, and when a symbol is asked for again. Pure functions and plain state:
 * time comes in as an argument, prices are integers at the symbol's own scale, and nothing here knows a venue, a log or a thread.
 */
@NullMarked
package io.outcry.price.domain;

import org.jspecify.annotations.NullMarked;
