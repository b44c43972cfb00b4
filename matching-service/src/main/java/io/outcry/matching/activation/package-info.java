// SPDX-License-Identifier: Apache-2.0
/** The operator's command that makes every partition match by another version of the rules, from its own place in the log on. */
@NullMarked
package io.outcry.matching.activation;

import org.jspecify.annotations.NullMarked;
