// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.recovery;

/** What is timed. */
enum Measure {

    /** A snapshot into an engine. */
    RESTORE,
    /** Commands through an engine whose outcomes are published already. */
    REPLAY,
    /** The same commands, thrown away. */
    READ
}
