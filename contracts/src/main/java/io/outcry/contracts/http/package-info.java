// SPDX-License-Identifier: Apache-2.0
/**
 * What the public API says over HTTP, whoever serves it: stable error codes as problem+json (RFC 9457), and who is let in by an API key or
 * a token. Knows no server and no Spring but that its settings are bound by it: a domain may name these codes.
 */
@NullMarked
package io.outcry.contracts.http;

import org.jspecify.annotations.NullMarked;
