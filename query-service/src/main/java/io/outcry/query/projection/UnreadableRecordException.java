// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

/** A record that is not what its topic holds. */
final class UnreadableRecordException extends Exception {

    private static final long serialVersionUID = 1L;

    UnreadableRecordException(String why, Throwable cause) {
        super(why, cause);
    }

    UnreadableRecordException(String why) {
        super(why);
    }
}
