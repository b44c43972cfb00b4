// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import org.jspecify.annotations.Nullable;

/** One thing that a record changes in its partition of the view. The changes of a record are made before any of them is added to a batch. */
public sealed interface ViewChange {

    /**
     * Bytes that are not made before they are sent: of what replaces each other within a batch only the last is. Making them cannot fail, for
     * what they are made of has been checked.
     */
    @FunctionalInterface
    interface Late {
        byte[] bytes();
    }

    /** The key has this value. */
    record Set(String key, byte[] value) implements ViewChange {}

    /**
     * The order has this value, see {@link StoredOrder}.
     *
     * @param fills the key of its fills
     * @param executed the quantity of all its fills, those of this record too
     * @param placed neither it nor fills of it were there before
     * @param closed it changes no more after this record
     */
    record Order(String key, String fills, Late value, long executed, boolean placed, boolean closed) implements ViewChange {}

    /** The order has one fill more, of this quantity, unless the text of its fills is longer than {@code limit} bytes already. */
    record Fill(String order, String fills, String json, long quantity, long limit) implements ViewChange {}

    /** The key is gone. */
    record Delete(String key) implements ViewChange {}

    /** The list has one more element at its end and keeps its newest {@code limit}, or all if that is {@link Integer#MAX_VALUE}. */
    record Push(String key, Late element, int limit) implements ViewChange {}

    /** The last element of the list is another one now. */
    record ReplaceLast(String key, Late element, int limit) implements ViewChange {}

    /** The sorted set has one more member, which it never had before. */
    record Rank(String key, long score, String member) implements ViewChange {}

    /** The sorted set has this member no more. */
    record Unrank(String key, String member) implements ViewChange {}

    /** The set has this member. */
    record Add(String key, String member) implements ViewChange {}

    /** The field of the hash has this value. */
    record Field(String key, String field, Late value) implements ViewChange {}

    /** The book level at {@code price} is {@code json}; null: gone. */
    record Level(String names, String quantities, long price, @Nullable Late json) implements ViewChange {}
}
