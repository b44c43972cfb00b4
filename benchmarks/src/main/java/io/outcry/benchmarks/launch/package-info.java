// SPDX-License-Identifier: Apache-2.0
/** Where the jar starts: compiled for Java 17, so that an older {@code java} can find the JDK that the benchmarks need and hand over. */
@NullMarked
package io.outcry.benchmarks.launch;

import org.jspecify.annotations.NullMarked;
