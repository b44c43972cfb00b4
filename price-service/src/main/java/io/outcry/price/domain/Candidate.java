// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/**
 * A quote that is in order by itself.
 *
 * @param said as the venue gave it
 * @param quote in the instrument's own quote asset
 * @param convertedFrom the currency it came in, where that is another one; else empty
 */
record Candidate(String venue, Quote said, Quote quote, String convertedFrom) {}
