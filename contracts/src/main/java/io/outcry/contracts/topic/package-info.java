// SPDX-License-Identifier: Apache-2.0
/**
 * The topics by name, their shape, how they are created and checked at a start, and the rule that gives a symbol its partition. And what
 * the services that read and write them have in common: settings of their consumers
 * ({@link io.outcry.contracts.topic.ConsumerSettings}), the header that says where a command's reply goes
 * ({@link io.outcry.contracts.topic.ReplyHeader}), a place on a broker's disk that cannot be read
 * ({@link io.outcry.contracts.topic.LogDamage}), and how commits of offsets that fail are told
 * ({@link io.outcry.contracts.topic.CommitFailures}). Knows no message.
 */
@NullMarked
package io.outcry.contracts.topic;

import org.jspecify.annotations.NullMarked;
