// SPDX-License-Identifier: Apache-2.0
/** Time as the log carries it. */
@NullMarked
package io.outcry.contracts.time;

import org.jspecify.annotations.NullMarked;
