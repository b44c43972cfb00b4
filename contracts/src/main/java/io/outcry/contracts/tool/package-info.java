// SPDX-License-Identifier: Apache-2.0
/** What the tools that operators run have in common. */
@NullMarked
package io.outcry.contracts.tool;

import org.jspecify.annotations.NullMarked;
