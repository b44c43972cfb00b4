// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

/**
 * Where a subscriber of a channel is.
 *
 * @param version counts the changes that this instance saw, from 1
 * @param sequence the public one, of the newest change that the subscriber has
 */
public record Cursor(long version, long sequence) {

    /** Of a subscriber who has nothing yet. */
    public static final Cursor NONE = new Cursor(-1, 0);
}
