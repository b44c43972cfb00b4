// SPDX-License-Identifier: Apache-2.0
/** The only place where protobuf and the engine meet: commands off the log, outcomes onto it. */
@NullMarked
package io.outcry.matching.codec;

import org.jspecify.annotations.NullMarked;
