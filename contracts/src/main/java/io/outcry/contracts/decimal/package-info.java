// SPDX-License-Identifier: Apache-2.0
/** Exact conversion between the decimal strings of the public API and the scaled integers on the log. */
@NullMarked
package io.outcry.contracts.decimal;

import org.jspecify.annotations.NullMarked;
