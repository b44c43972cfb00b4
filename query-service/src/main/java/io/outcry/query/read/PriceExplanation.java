// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.json.WireNames;
import io.outcry.contracts.v1.PriceStatus;
import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.contracts.v1.PublishCause;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.VenueInput;
import io.outcry.contracts.v1.VenueInputStatus;
import io.outcry.query.domain.PriceStaleness;
import tools.jackson.core.io.JsonStringEncoder;

/** The JSON that explains a price: what each venue said, how old that is, how far from the price, and whether and why it counted or not. */
final class PriceExplanation {

    private static final WireNames<VenueInputStatus> STATUSES = new WireNames<>(VenueInputStatus.class, "VENUE_INPUT_STATUS_");
    private static final WireNames<PriceStatus> QUALITIES = new WireNames<>(PriceStatus.class, "PRICE_STATUS_");
    private static final WireNames<PublishCause> CAUSES = new WireNames<>(PublishCause.class, "PUBLISH_CAUSE_");
    private static final WireNames<Tier> TIERS = new WireNames<>(Tier.class, "TIER_");
    private static final int BASIS_POINTS = 10_000;

    private PriceExplanation() {}

    static StringBuilder json(PriceUpdate update, long nowMillis) {
        StringBuilder out = new StringBuilder(512).append("{\"symbol\":\"").append(update.getSymbol());
        Decimals.append(out.append("\",\"price\":\""), update.getPrice(), update.getScale());
        Decimals.append(out.append("\",\"confidence\":\""), update.getConfidence(), update.getScale());
        appendTime(out.append('"'), update.getAsOfUs(), nowMillis);
        boolean stale = isStale(update, nowMillis);
        boolean named = isNamed(update.getStatus(), PriceStatus.PRICE_STATUS_UNSPECIFIED, PriceStatus.UNRECOGNIZED);
        if (stale || named) {
            out.append(",\"status\":\"").append(stale ? "STALE" : QUALITIES.of(update.getStatus())).append('"');
        }
        out.append(",\"sources\":").append(update.getSources());
        if (update.getPublishedUs() > 0) {
            out.append(",\"listedOn\":").append(update.getAsked());
            out.append(",\"publishedAt\":").append(update.getPublishedUs() / 1_000);
        }
        if (isNamed(update.getCause(), PublishCause.PUBLISH_CAUSE_UNSPECIFIED, PublishCause.UNRECOGNIZED)) {
            out.append(",\"publishedFor\":\"").append(CAUSES.of(update.getCause())).append('"');
        }
        out.append(",\"venues\":[");
        for (int i = 0; i < update.getInputsCount(); i++) {
            appendVenue(i == 0 ? out : out.append(','), update, update.getInputs(i), nowMillis);
        }
        return out.append("]}");
    }

    /** As the price itself says. */
    private static boolean isStale(PriceUpdate update, long nowMillis) {
        return isNamed(update.getTier(), Tier.TIER_UNSPECIFIED, Tier.UNRECOGNIZED)
                && PriceStaleness.isStale(TIERS.of(update.getTier()), PriceStaleness.ageMillis(update.getAsOfUs() / 1_000, nowMillis));
    }

    private static <E extends Enum<E>> boolean isNamed(E value, E unspecified, E unrecognized) {
        return value != unspecified && value != unrecognized;
    }

    private static void appendVenue(StringBuilder out, PriceUpdate update, VenueInput input, long nowMillis) {
        int scale = update.getScale();
        boolean used = input.getStatus() == VenueInputStatus.VENUE_INPUT_STATUS_USED;
        appendText(out.append("{\"venue\":\""), input.getVenue());
        boolean named = isNamed(
                input.getStatus(), VenueInputStatus.VENUE_INPUT_STATUS_UNSPECIFIED, VenueInputStatus.UNRECOGNIZED);
        out.append("\",\"status\":\"").append(named ? STATUSES.of(input.getStatus()) : "UNKNOWN");
        out.append("\",\"weight\":").append(used ? 1 : 0);
        if (input.getBid() > 0) {
            Decimals.append(out.append(",\"bid\":\""), input.getBid(), scale).append('"');
        }
        if (input.getAsk() > 0) {
            Decimals.append(out.append(",\"ask\":\""), input.getAsk(), scale).append('"');
        }
        if (input.getBid() > 0 && input.getAsk() > 0 && update.getPrice() > 0) {
            double mid = input.getBid() / 2.0 + input.getAsk() / 2.0;
            long hundredths = Math.round((mid - update.getPrice()) / update.getPrice() * BASIS_POINTS * 100);
            Decimals.append(out.append(",\"deviationBps\":"), hundredths, 2);
        }
        if (!input.getConvertedFrom().isEmpty()) {
            appendText(out.append(",\"convertedFrom\":\""), input.getConvertedFrom()).append('"');
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
