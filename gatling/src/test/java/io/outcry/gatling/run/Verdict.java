// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.run;

/**
 * What was asked of a run, and what it did.
 *
 * @param target in words, with the limit
 * @param achieved the figure that counts
 * @param unit of the figure, empty for a plain number
 * @param met whether it is within the limit
 */
public record Verdict(String target, double achieved, String unit, boolean met) {}
