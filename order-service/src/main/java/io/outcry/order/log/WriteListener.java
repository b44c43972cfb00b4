// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.log;

/** Is told once what became of a record, on a thread of the log: it must neither block nor throw. */
public interface WriteListener {

    /** Kafka has acknowledged the record. */
    void written(int partition, long offset);

    /** The record was not acknowledged. */
    void failed(WriteFailure failure);
}
