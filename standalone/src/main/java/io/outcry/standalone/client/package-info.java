// SPDX-License-Identifier: Apache-2.0
/** Standalone as a client of its own REST API, with keys known only to itself: to open the market, and for the demo traders. */
@NullMarked
package io.outcry.standalone.client;

import org.jspecify.annotations.NullMarked;
