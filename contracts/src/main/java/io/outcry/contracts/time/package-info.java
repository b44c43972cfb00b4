// SPDX-License-Identifier: Apache-2.0
/** Time as the log carries it, and what becomes of it when a clock is set. */
@NullMarked
package io.outcry.contracts.time;

import org.jspecify.annotations.NullMarked;
