// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/** What a {@link StateWriter} was given, in the same order. Every method throws {@link InvalidStateException} if there is no such value. */
public interface StateReader {

    long number();

    long signed();

    String text();
}
