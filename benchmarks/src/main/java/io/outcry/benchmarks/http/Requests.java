// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.http;

/** Whole HTTP requests without end. */
@FunctionalInterface
public interface Requests {

    /** The next one, encoded, which nobody changes any more; asked for by one thread. */
    byte[] next();
}
