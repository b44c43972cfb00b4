// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.setting;

import org.jspecify.annotations.Nullable;

/** Checks of a setting's value when it is read, so that a service with a wrong one does not start and says which it is. */
public final class Setting {

    private Setting() {}

    /**
     * Checks that {@code value} is from {@code least} to {@code most}, both included.
     *
     * @param name of the setting, whole, as an operator writes it
     * @throws IllegalArgumentException if not, with the name, the range and the value
     */
    public static <T extends Comparable<T>> void between(String name, T value, T least, T most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(name + " must be " + least + " to " + most + ", not " + value);
        }
    }

    /** As {@link #between}, without an upper end. */
    public static <T extends Comparable<T>> void atLeast(String name, T value, T least) {
        if (value.compareTo(least) < 0) {
            throw new IllegalArgumentException(name + " must be at least " + least + ", not " + value);
        }
    }

    /** As {@link #between}, for what has no default. */
    public static void given(String name, @Nullable Object value) {
        if (value == null || value.toString().isBlank()) {
            throw new IllegalArgumentException(name + " must be set");
        }
    }
}
