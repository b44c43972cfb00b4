// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.query.domain.ViewPosition;
import java.util.function.Function;

/**
 * What a partition held, with the position it held it at: read in one step, so neither is newer than the other.
 *
 * @param <T> what was read
 */
public record Held<T>(ViewPartition partition, ViewPosition position, T value) {

    /** The same statement about something derived from the value. */
    public <R> Held<R> map(Function<? super T, ? extends R> function) {
        return new Held<>(partition, position, function.apply(value));
    }
}
