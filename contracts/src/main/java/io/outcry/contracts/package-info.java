// SPDX-License-Identifier: Apache-2.0
/**
 * What the services share and nothing else: the messages on the log ({@code v1}, generated from protobuf), topics and partitioning,
 * positions and times in the log, exact decimals, names, the public HTTP contract (error codes, authentication, the JSON of an order) with
 * what every server does to keep to it, checks of settings, and the traces that lead through all of them.
 * Nothing here knows a service.
 */
@NullMarked
package io.outcry.contracts;

import org.jspecify.annotations.NullMarked;
