// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark {@code engine}: what the thread of a matching service does for a command, without Kafka and on one core, step by step: how
 * much is matching, how much the outcome's bytes, how much the hash chain. The limit is to read the same commands byte by byte and to chain
 * outcomes that are there already.
 *
 * <p>The commands are those of {@code pipeline}, of one symbol, and lie in memory before the clock starts. Each step is a JVM of its own, in
 * turn, and each pass a new engine that begins with the first command; the last pass counts. The chain over the outcomes that an engine
 * makes and the one over those that were there must end with the same value.
 *
 * <p>What it is not: the book of this flow is small, so this says little about large ones ({@code matching} does), and in a service the
 * caches of the core are shared with Kafka's clients.
 */
@NullMarked
package io.outcry.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
