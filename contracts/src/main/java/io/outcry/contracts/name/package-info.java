// SPDX-License-Identifier: Apache-2.0
/** The names that the public API takes from outside: what they may look like. */
@NullMarked
package io.outcry.contracts.name;

import org.jspecify.annotations.NullMarked;
