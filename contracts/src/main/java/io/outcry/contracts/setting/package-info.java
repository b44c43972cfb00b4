// SPDX-License-Identifier: Apache-2.0
/** Checks of what an operator sets: values that cannot be used, and settings that nothing reads. */
@NullMarked
package io.outcry.contracts.setting;

import org.jspecify.annotations.NullMarked;
