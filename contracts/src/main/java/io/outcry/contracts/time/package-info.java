// SPDX-License-Identifier: Apache-2.0
/** Time as the log carries it, and what a process does when its clock is set back. */
@NullMarked
package io.outcry.contracts.time;

import org.jspecify.annotations.NullMarked;
