// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.record;

/** A record that is not what its topic holds. */
public final class UnreadableRecordException extends Exception {

    private static final long serialVersionUID = 1L;

    public UnreadableRecordException(String why, Throwable cause) {
        super(why, cause);
    }

    public UnreadableRecordException(String why) {
        super(why);
    }
}
