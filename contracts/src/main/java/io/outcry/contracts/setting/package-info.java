// SPDX-License-Identifier: Apache-2.0
/** Checks of what an operator sets. */
@NullMarked
package io.outcry.contracts.setting;

import org.jspecify.annotations.NullMarked;
