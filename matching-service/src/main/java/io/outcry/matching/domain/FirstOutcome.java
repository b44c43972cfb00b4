// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain;

/**
 * What a placement with a client order id led to, kept to be told again. Of the reports it keeps the placed order's own: those of the
 * resting orders belong to others.
 */
record FirstOutcome(
        long sequence,
        long timeUs,
        RejectCode reject,
        int priceScale,
        int quantityScale,
        boolean reported,
        Order order,
        Trades trades) {

    /** Keeps what {@code outcome} says about {@code order}. */
    static FirstOutcome of(CommandOutcome outcome, Order order) {
        return new FirstOutcome(
                outcome.sequence(),
                outcome.timeUs(),
                outcome.reject(),
                outcome.priceScale(),
                outcome.quantityScale(),
                outcome.orders().size() > 0,
                order.copy(),
                outcome.trades().copy());
    }

    /** Writes it into the outcome of the repeated command. */
    void repeatInto(CommandOutcome outcome) {
        outcome.repeats(sequence, timeUs);
        outcome.about(order.terms().symbol(), priceScale, quantityScale);
        outcome.reject(reject);
        if (reported) {
            outcome.orders().add(order);
        }
        outcome.trades().addAll(trades);
    }
}
