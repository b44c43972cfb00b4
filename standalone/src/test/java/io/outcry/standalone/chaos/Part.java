// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import java.io.IOException;

/** One process of an installation. */
interface Part {

    String name();

    /** Starts it, the first time or after a kill; does not wait until it is ready. */
    void start() throws IOException;

    /** {@code kill -9}, and waits until it is gone. */
    void kill() throws InterruptedException;

    /** {@code SIGSTOP}: it stops where it is, and its connections stay open. */
    void freeze() throws IOException, InterruptedException;

    /** {@code SIGCONT}. */
    void thaw() throws IOException, InterruptedException;

    /** Whether it does its work. */
    boolean isReady() throws InterruptedException;

    /** Where it writes what it has to say. */
    String log();
}
