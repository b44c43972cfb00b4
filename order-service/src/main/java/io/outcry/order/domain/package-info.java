// SPDX-License-Identifier: Apache-2.0
/**
 * What an order and an instrument must look like before they may enter the log: forms, rules and the order in which a fault is named.
 * Pure: no framework, no log, no clock.
 */
@NullMarked
package io.outcry.order.domain;

import org.jspecify.annotations.NullMarked;
