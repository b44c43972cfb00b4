// SPDX-License-Identifier: Apache-2.0
/**
 * Benchmarks of each part beside a limit or a peer, started by name: what is measured lives in a package of its own, and prints a table
 * and, last, its ratios.
 * Peers and their libraries stay in this module; no other module depends on it.
 */
@NullMarked
package io.outcry.benchmarks;

import org.jspecify.annotations.NullMarked;
