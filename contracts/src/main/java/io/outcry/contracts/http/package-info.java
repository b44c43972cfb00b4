// SPDX-License-Identifier: Apache-2.0
/**
 * The HTTP edge of the public contract: stable error codes as problem+json (RFC 9457), API keys and tokens; and what every server does to its
 * connections: how many there are, how long one may be idle, how what it refuses is told, and the short way for the requests that there are
 * most of.
 */
@NullMarked
package io.outcry.contracts.http;

import org.jspecify.annotations.NullMarked;
