// SPDX-License-Identifier: Apache-2.0
/**
 * The whole of Outcry in one JVM: a real Kafka broker, a real Redis, simulated venues and the four services on one HTTP port. It adds
 * addresses, demo keys, a dozen instruments and demo traders; every line of the product is that of the services.
 */
@NullMarked
package io.outcry.standalone;

import org.jspecify.annotations.NullMarked;
