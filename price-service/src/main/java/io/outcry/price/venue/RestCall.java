// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

/**
 * One GET to a venue.
 *
 * @param path with its query, encoded, from the slash on
 * @param weight what it costs of the venue's {@link Budget}
 */
public record RestCall(String path, int weight) {}
