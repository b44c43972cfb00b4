// SPDX-License-Identifier: Apache-2.0
/** The public JSON of things that more than one service answers with, and its encoding. */
@NullMarked
package io.outcry.contracts.json;

import org.jspecify.annotations.NullMarked;
