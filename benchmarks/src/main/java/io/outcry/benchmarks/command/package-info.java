// SPDX-License-Identifier: Apache-2.0
/** How a benchmark is named, told its options and refused wrong ones. */
@NullMarked
package io.outcry.benchmarks.command;

import org.jspecify.annotations.NullMarked;
