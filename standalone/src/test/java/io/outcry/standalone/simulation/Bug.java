// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

/** What is broken on purpose, always in a port of a service and never in its code, to see that the judges see it. */
enum Bug {
    NONE,
    /** The engine takes the time from its machine and not from the command. */
    WALL_CLOCK_IN_ENGINE,
    /** The engine remembers the client order ids of two placements only. */
    ENGINE_FORGETS_CLIENT_IDS,
    /** Offsets are committed when commands are polled, and recovery takes what is committed for published. */
    COMMIT_BEFORE_ACKNOWLEDGEMENT,
    /** Outcomes are not waited for, and recovery takes what is in a snapshot for published. */
    SNAPSHOT_BEFORE_ACKNOWLEDGEMENT,
    /** The end of a snapshot is not written, though its writer is told that it is. */
    END_MARKER_LOST,
    /** An owner begins at the committed offset, with an empty book. */
    REPLAY_FROM_COMMITTED_OFFSET,
    /** After an outcome was given up, the publisher goes on with those behind it. */
    PUBLISHER_GOES_ON,
    /** The gateway answers before the log has the command. */
    REPLY_BEFORE_WRITE,
    /** A command that was not acknowledged is sent again under a new client order id. */
    RETRY_UNDER_NEW_ID,
    /** A gateway takes every instance's replies for its own. */
    REPLY_TO_ANOTHER,
    /** The projection applies outcomes that it has applied before. */
    PROJECTION_SKIPS_DEDUPE,
    /** The projection's script does not ask whether the view is where the batch begins. */
    SCRIPT_DOES_NOT_COMPARE,
    /** The view's position is written in a step before its data. */
    POSITION_BEFORE_DATA,
    /** A read does not wait for the position in its token. */
    READ_WITHOUT_WAITING,
    /** A reader takes what Redis says, though it has seen a newer view. */
    READER_FORGETS_POSITIONS,
    /** Ages count from an end of the log that was asked for a while ago. */
    AGE_FROM_OLD_END
}
