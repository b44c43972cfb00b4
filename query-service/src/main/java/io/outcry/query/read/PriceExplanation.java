// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.json.WireNames;
import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.contracts.v1.VenueInput;
import io.outcry.contracts.v1.VenueInputStatus;
import tools.jackson.core.io.JsonStringEncoder;

/** The JSON that explains a price: what each venue said, how old that is, and whether it counted. Venues that count weigh the same. */
final class PriceExplanation {

    private static final WireNames<VenueInputStatus> STATUSES = new WireNames<>(VenueInputStatus.class, "VENUE_INPUT_STATUS_");

    private PriceExplanation() {}

    static StringBuilder json(PriceUpdate update, long nowMillis) {
        StringBuilder out = new StringBuilder(512).append("{\"symbol\":\"").append(update.getSymbol());
        Decimals.append(out.append("\",\"price\":\""), update.getPrice(), update.getScale());
        Decimals.append(out.append("\",\"confidence\":\""), update.getConfidence(), update.getScale());
        appendTime(out.append('"'), update.getAsOfUs(), nowMillis).append(",\"venues\":[");
        for (int i = 0; i < update.getInputsCount(); i++) {
            appendVenue(i == 0 ? out : out.append(','), update.getInputs(i), update.getScale(), nowMillis);
        }
        return out.append("]}");
    }

    private static void appendVenue(StringBuilder out, VenueInput input, int scale, long nowMillis) {
        boolean used = input.getStatus() == VenueInputStatus.VENUE_INPUT_STATUS_USED;
        appendText(out.append("{\"venue\":\""), input.getVenue());
        boolean named = input.getStatus() != VenueInputStatus.UNRECOGNIZED
                && input.getStatus() != VenueInputStatus.VENUE_INPUT_STATUS_UNSPECIFIED;
        out.append("\",\"status\":\"").append(named ? STATUSES.of(input.getStatus()) : "UNKNOWN");
        out.append("\",\"weight\":").append(used ? 1 : 0);
        if (input.getBid() > 0) {
            Decimals.append(out.append(",\"bid\":\""), input.getBid(), scale).append('"');
        }
        if (input.getAsk() > 0) {
            Decimals.append(out.append(",\"ask\":\""), input.getAsk(), scale).append('"');
        }
        if (input.getAsOfUs() > 0) {
            appendTime(out, input.getAsOfUs(), nowMillis);
        }
        if (!input.getReason().isEmpty()) {
            appendText(out.append(",\"reason\":\""), input.getReason()).append('"');
        }
        out.append('}');
    }

    private static StringBuilder appendTime(StringBuilder out, long asOfMicros, long nowMillis) {
        long asOf = asOfMicros / 1_000;
        return out.append(",\"asOf\":").append(asOf).append(",\"ageMs\":").append(Math.max(0, nowMillis - asOf));
    }

    private static StringBuilder appendText(StringBuilder out, String text) {
        JsonStringEncoder.getInstance().quoteAsString(text, out);
        return out;
    }
}
