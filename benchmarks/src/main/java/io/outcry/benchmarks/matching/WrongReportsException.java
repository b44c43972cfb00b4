// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

/** An engine did not report what it owes; no figure of the run counts. */
final class WrongReportsException extends RuntimeException {

    WrongReportsException(String message) {
        super(message);
    }
}
