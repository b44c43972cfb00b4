// SPDX-License-Identifier: Apache-2.0
/** The topics by name, their shape, how they are made and checked at a start, and the rule that gives a symbol its partition. */
@NullMarked
package io.outcry.contracts.topic;

import org.jspecify.annotations.NullMarked;
