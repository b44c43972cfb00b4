// SPDX-License-Identifier: Apache-2.0
/**
 * Load on a running Outcry, over its public API only.
 *
 * <p>Most of it is open: requests are sent when they are due, whether or not earlier ones have been answered, and
 * latency is reported from that moment as well as from the moment of sending. {@link io.outcry.gatling.RecordRushSimulation}
 * and, with {@code -Dmodel=users}, {@link io.outcry.gatling.PriceReadsSimulation} are crowds, whose users read again at fixed
 * times; {@link io.outcry.gatling.SlowPathSimulation} is closed unless it is told to be open. The traffic is drawn from a
 * seed, so two runs offer the same. What warms the server up carries other names and is in no figure.
 */
@NullMarked
package io.outcry.gatling;

import org.jspecify.annotations.NullMarked;
