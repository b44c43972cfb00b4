// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/**
 * Where the state of an engine is written, value by value. Equal states are written as equal values in the same order, so a hash of what
 * was written is a hash of the state. Values carry no names: the reader must know what comes next.
 */
public interface StateWriter {

    /** Any number; those from zero on up are short when they are small. */
    void number(long value);

    /** Any number; those near zero are short, also below it. */
    void signed(long value);

    /** A name, of the length of a symbol or an account. */
    void text(String value);
}
