// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

/** One thing that a record changes in its partition of the view. The changes of a record are made before any of them is added to a batch. */
public sealed interface ViewChange {

    /** The key has this value. */
    record Set(String key, byte[] value) implements ViewChange {}

    /** The key has this value, and neither it nor a text that it owns was there before. */
    record Create(String key, byte[] value) implements ViewChange {}

    /** The key is gone. */
    record Delete(String key) implements ViewChange {}

    /** The list has one more element at its end and keeps its newest {@code limit}, or all if that is {@link Integer#MAX_VALUE}. */
    record Push(String key, byte[] element, int limit) implements ViewChange {}

    /** The last element of the list is another one now. */
    record ReplaceLast(String key, byte[] element, int limit) implements ViewChange {}

    /** The sorted set has one more member, which it never had before. */
    record Rank(String key, long score, String member) implements ViewChange {}

    /** The sorted set has this member no more. */
    record Unrank(String key, String member) implements ViewChange {}

    /** The set has this member. */
    record Add(String key, String member) implements ViewChange {}

    /** The text grows by {@code more}, unless it is longer than {@code limit} bytes already. It belongs to the key {@code owner}. */
    record Append(String key, String owner, String more, long limit) implements ViewChange {}

    /** The field of the hash has this value. */
    record Field(String key, String field, String value) implements ViewChange {}

    /** The book level called {@code name} is {@code json}; empty: gone. */
    record Level(String names, String quantities, String name, String json) implements ViewChange {}
}
