// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.reply;

import io.outcry.contracts.v1.OrderCommand;
import io.outcry.order.log.LogLane;

/**
 * A command and where it goes.
 *
 * @param key the symbol in UTF-8; empty where the gateway does not know it
 */
public record Command(CommandKind kind, LogLane lane, byte[] key, OrderCommand message) {}
