// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.domain;

/** Leaves a row of checks at the first fault; never leaves this package. */
final class FaultException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private final transient Fault fault;

    FaultException(Fault fault) {
        super(fault.detail(), null, false, false);
        this.fault = fault;
    }

    Fault fault() {
        return fault;
    }
}
