// SPDX-License-Identifier: Apache-2.0
/** Places in the log: order ids, and the tokens that let a reader ask for a view at least as new. */
@NullMarked
package io.outcry.contracts.position;

import org.jspecify.annotations.NullMarked;
