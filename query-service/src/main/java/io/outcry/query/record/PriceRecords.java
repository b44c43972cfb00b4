// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.record;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.json.WireNames;
import io.outcry.contracts.v1.PriceStatus;
import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.contracts.v1.Tier;
import io.outcry.query.domain.SafeText;
import io.outcry.query.view.StoredPrice;
import org.jspecify.annotations.Nullable;

/** Prices as they come from the log. */
public final class PriceRecords {

    private static final WireNames<Tier> TIERS = new WireNames<>(Tier.class, "TIER_");
    private static final WireNames<PriceStatus> STATUSES = new WireNames<>(PriceStatus.class, "PRICE_STATUS_");

    private PriceRecords() {}

    /**
     * Reads the value of a record.
     *
     * @throws UnreadableRecordException if it is not a price
     */
    public static PriceUpdate parse(byte @Nullable [] value) throws UnreadableRecordException {
        if (value == null) {
            throw new UnreadableRecordException("a record without a value is no price");
        }
        try {
            return PriceUpdate.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new UnreadableRecordException("not a price: " + e.getMessage(), e);
        }
    }

    /**
     * What is shown of a price.
     *
     * @param offset its place in the log, which its sequence follows from
     * @throws UnreadableRecordException if no price service writes such a price
     */
    public static StoredPrice stored(PriceUpdate update, long offset) throws UnreadableRecordException {
        try {
            return checked(update, offset + 1);
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecordException("not a valid price: " + e.getMessage(), e);
        }
    }

    private static StoredPrice checked(PriceUpdate update, long sequence) {
        int scale = update.getScale();
        if (scale < 0 || scale > Decimals.MAX_SCALE || update.getPrice() <= 0 || update.getBid() < 0 || update.getAsk() < 0
                || update.getConfidence() < 0 || update.getAsOfUs() <= 0) {
            throw new IllegalArgumentException("a price is positive and has a scale and a time");
        }
        StringBuilder json = new StringBuilder(192).append("{\"symbol\":\"").append(SafeText.name("symbol", update.getSymbol()));
        Decimals.append(json.append("\",\"price\":\""), update.getPrice(), scale);
        Decimals.append(json.append("\",\"confidence\":\""), update.getConfidence(), scale);
        Decimals.append(json.append("\",\"bid\":\""), update.getBid(), scale);
        Decimals.append(json.append("\",\"ask\":\""), update.getAsk(), scale);
        json.append("\",\"asOf\":").append(update.getAsOfUs() / 1_000);
        return new StoredPrice(
                update.getAsOfUs() / 1_000, TIERS.of(update.getTier()), STATUSES.of(update.getStatus()), update.getSources(), sequence,
                json.toString());
    }
}
