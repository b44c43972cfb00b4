// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

/** What takes the orders. */
enum Product {

    /** The order service as it is deployed, with the matching service behind it. */
    OUTCRY,
    /** A handler that writes the body to Kafka and answers when Kafka has it. */
    BARE
}
