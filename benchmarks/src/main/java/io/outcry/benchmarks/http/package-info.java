// SPDX-License-Identifier: Apache-2.0
/** Clients of an HTTP server, on one thread, that do as little as a client can: what they take is missing to the server beside them. */
@NullMarked
package io.outcry.benchmarks.http;

import org.jspecify.annotations.NullMarked;
