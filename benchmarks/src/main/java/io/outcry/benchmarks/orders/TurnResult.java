// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import io.outcry.benchmarks.http.LoadResult;
import java.util.List;

/**
 * What came of one product's turn.
 *
 * @param fullSpeed one order after the other on every connection
 * @param cpu processor time of an order meanwhile
 * @param even one result for each of {@link OrdersLoad#RATES}
 * @param batchedOrders orders a second in batches; zero for who takes none
 * @param batchErrors batches that were not answered with an outcome for each of their orders
 */
record TurnResult(LoadResult fullSpeed, Cpu cpu, List<LoadResult> even, double batchedOrders, long batchErrors) {

    /**
     * Microseconds of processor time an order, all threads.
     *
     * @param product what takes the order
     * @param engine the matching service behind it, or zero
     */
    record Cpu(double product, double engine, double broker, double load) {}

    long errors() {
        return fullSpeed.errors() + even.stream().mapToLong(LoadResult::errors).sum() + batchErrors;
    }
}
