// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.position;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The value of the headers {@value #POSITION_HEADER} and {@value #READ_AFTER_HEADER}: places that a view holds, or must hold.
 *
 * <p>Clients treat it as opaque. It is a comma-separated list of decimal {@linkplain LogPosition positions} in
 * {@code order.commands.v1}, so an order's id is a valid token; a position in {@code price.updates.v1} carries a {@code p} in front.
 *
 * @param orders positions in the order log, at most one for each partition
 * @param prices positions in the price log, at most one for each partition
 */
public record PositionToken(List<Long> orders, List<Long> prices) {

    /** How far an answer's view is, or what a command has brought about. */
    public static final String POSITION_HEADER = "Outcry-Position";

    /** What the view of a request's answer must hold. */
    public static final String READ_AFTER_HEADER = "Outcry-Read-After";

    /** Places a token may name; a longer one is refused. */
    public static final int MAX_POSITIONS = 1_024;

    public PositionToken {
        orders = List.copyOf(orders);
        prices = List.copyOf(prices);
    }

    /** The token that {@code text} spells, or nothing if it spells none. */
    public static Optional<PositionToken> parse(String text) {
        String[] parts = text.split(",", MAX_POSITIONS + 1);
        if (parts.length > MAX_POSITIONS) {
            return Optional.empty();
        }
        List<Long> orders = new ArrayList<>(1);
        List<Long> prices = new ArrayList<>(0);
        for (String part : parts) {
            boolean price = part.startsWith("p");
            OptionalLong position = LogPosition.parse(price ? part.substring(1) : part);
            if (position.isEmpty()) {
                return Optional.empty();
            }
            (price ? prices : orders).add(position.getAsLong());
        }
        return Optional.of(new PositionToken(orders, prices));
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder(20 * (orders.size() + prices.size()));
        orders.forEach(position -> out.append(out.isEmpty() ? "" : ",").append(position.longValue()));
        prices.forEach(position -> out.append(out.isEmpty() ? "p" : ",p").append(position.longValue()));
        return out.toString();
    }
}
