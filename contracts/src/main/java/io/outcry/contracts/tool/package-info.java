// SPDX-License-Identifier: Apache-2.0
/** What the command line tools for operators have in common: their options. */
@NullMarked
package io.outcry.contracts.tool;

import org.jspecify.annotations.NullMarked;
