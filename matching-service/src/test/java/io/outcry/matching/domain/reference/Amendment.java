// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import io.outcry.matching.domain.TradingState;

/** Gives an open order another price or quantity, once that is found to be right. */
final class Amendment {

    private Amendment() {}

    static void apply(PlainOrder order, AmendCheck amend, Turn turn) {
        turn.touch(order);
        if (turn.book.isWaiting(order)) {
            order.price = amend.price();
            order.quantity = amend.quantity();
        } else if (amend.keepsItsPlace()) {
            order.quantity = amend.quantity();
            if (order.shown > order.leaves()) {
                order.shown = order.leaves();
                turn.touchLevel(order);
            }
        } else {
            turn.remove(order);
            order.price = amend.price();
            order.quantity = amend.quantity();
            if (turn.book.state == TradingState.TRADING) {
                new Matching(turn).match(order);
            } else {
                turn.rest(order);
            }
        }
    }
}
