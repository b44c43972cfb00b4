// SPDX-License-Identifier: Apache-2.0
/** The HTTP edge of the public contract: stable error codes as problem+json (RFC 9457), and API keys. */
@NullMarked
package io.outcry.contracts.http;

import org.jspecify.annotations.NullMarked;
