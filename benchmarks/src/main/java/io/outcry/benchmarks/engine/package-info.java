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
 * <p>Counted is the processor time of the thread. In a service it shares its core's caches with Kafka's clients, so what touches few lines of
 * memory can be the quicker there although it is the slower one alone; {@code --neighbours} takes the caches away here, too.
 *
 * <p>What it is not: the book of this flow is small, so this says little about large ones ({@code matching} does).
 */
@NullMarked
package io.outcry.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
