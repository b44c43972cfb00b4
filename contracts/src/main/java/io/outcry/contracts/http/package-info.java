// SPDX-License-Identifier: Apache-2.0
/**
 * The HTTP edge of the public contract: stable error codes as problem+json (RFC 9457), API keys and tokens; and what every server does to
 * its connections: how many there may be, how long one may be idle, which hosts it answers for, how refusals are told, and the short way
 * for the most frequent requests.
 */
@NullMarked
package io.outcry.contracts.http;

import org.jspecify.annotations.NullMarked;
