// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark {@code matching}: how many messages a second a book answers, how long one takes, and what garbage it makes.
 *
 * <p>What is done so that the comparison is fair. One engine and one scenario a process, as the public protocol has it, and the engines
 * in turn, so that no engine's profile or heap is another's, no scenario is run by code compiled for the one before, and slow drift of the
 * machine meets all; the same flags for all, and none that one of them needs. One loop drives every
 * engine, a message a call, from columns drawn before the clock starts. Every engine writes every report, inside the timed window, to the
 * same preallocated log, one call a report: about what handing it to an encoder costs, and less than a queue between threads, which the
 * public protocol times too. Text and SHA-256 are made after the window, on every pass, warm-up included; a wrong hash ends the run.
 * Books are opened, and the random scenarios' books filled, outside the window, and no engine is told how large a book will get. No
 * collection is asked for within or between the passes of the public scenarios, so an engine that makes garbage pays for it there; before a
 * random scenario's window there is one, so that only the garbage of the window counts. Bytes a message are those of a second pass over a
 * book that a first pass has made grow: the first one's arrays, which double, are no garbage. Where a book is larger than a cache, every
 * engine is told which orders the next 64 messages name, as a consumer of a log can tell; all of them read those orders ahead. Eight
 * warm-up passes or more for every scenario; the figure of a process is the median of its passes, the figure of an engine and a scenario
 * the median of its processes, the headline the worst of the five scenarios. A difference below 1.3 times is a tie.
 *
 * <p>What it is not: the latency pass sends the next message when the last one is done, so it shows how long a book works on a message,
 * not how long an order waits; processes are not pinned to a core.
 */
@NullMarked
package io.outcry.benchmarks.matching;

import org.jspecify.annotations.NullMarked;
