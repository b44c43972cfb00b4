// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.engine;

/** What is timed. */
enum Step {

    /** Each byte of the commands is read, and outcomes that are there already are chained: the limit. */
    BYTES,
    /** Commands are read and applied. */
    MATCH,
    /** The same, and each outcome is written. */
    WRITE,
    /** All of it, as a service does when it replays: the outcomes are also chained. */
    CHAIN
}
