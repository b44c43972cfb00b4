// SPDX-License-Identifier: Apache-2.0
/** JVMs of their own for the parts of a benchmark that must not share a heap, a compiler or a profile. */
@NullMarked
package io.outcry.benchmarks.jvm;

import org.jspecify.annotations.NullMarked;
