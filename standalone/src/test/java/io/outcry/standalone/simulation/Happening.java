// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

/** What went wrong in a run, for the count of it: a fault that never happens tries nothing. */
enum Happening {
    WRITE_LOST,
    WRITE_UNREPORTED,
    WRITE_LATE,
    WRITE_REFUSED,
    WRITE_AFTER_DEATH,
    DEATH_AT_SEND,
    DEATH,
    FROZEN,
    TWO_OWNERS,
    TWO_PROJECTIONS,
    SNAPSHOT,
    SNAPSHOT_DAMAGED,
    DEATH_IN_SNAPSHOT,
    RECOVERY_FROM_SNAPSHOT,
    OUTCOME_REPEATED,
    ORDER_REPEATED,
    KAFKA_AWAY,
    REDIS_AWAY,
    REDIS_FAILED_OVER,
    REDIS_FLUSHED,
    MESSAGE_LOST,
    CLOCK_WRONG
}
