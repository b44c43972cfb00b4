// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

/** What stands between the two topics. */
enum Product {

    /** The matching service as it is deployed. */
    MATCHING,
    /** The same consumer and producer with no engine between them. */
    PASS_THROUGH
}
