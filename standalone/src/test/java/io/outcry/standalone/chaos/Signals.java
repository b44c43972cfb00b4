// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import java.io.IOException;

/** Signals that the JVM itself cannot send. */
final class Signals {

    private Signals() {}

    static void freeze(long pid) throws IOException, InterruptedException {
        send("-STOP", pid);
    }

    static void thaw(long pid) throws IOException, InterruptedException {
        send("-CONT", pid);
    }

    private static void send(String signal, long pid) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", signal, String.valueOf(pid)).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IOException("kill " + signal + " " + pid + " ended with " + status);
        }
    }
}
