// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.json.WireNames;
import io.outcry.contracts.v1.PriceStatus;
import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.contracts.v1.Tier;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.OpBatch;
import io.outcry.query.view.StoredPrice;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewPartition;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Keeps the last price of each symbol. The topic is compacted, so offsets have holes; the position counts them all the same. */
final class PriceFold implements RecordFold {

    private static final WireNames<Tier> TIERS = new WireNames<>(Tier.class, "TIER_");
    private static final WireNames<PriceStatus> STATUSES = new WireNames<>(PriceStatus.class, "PRICE_STATUS_");

    @Override
    public ViewPosition fold(ViewPartition partition, ViewPosition at, ConsumerRecord<byte[], byte[]> record, OpBatch batch)
            throws UnreadableRecordException {
        PriceUpdate update = parse(record.value());
        try {
            ViewKeys keys = new ViewKeys(partition);
            String symbol = SafeText.name("symbol", update.getSymbol());
            batch.set(keys.price(symbol), price(update, record.offset() + 1).stored());
            batch.set(keys.priceUpdate(symbol), record.value());
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecordException("not a valid price: " + e.getMessage(), e);
        }
        return at.priced(record.offset(), update.getAsOfUs() / 1_000);
    }

    private static StoredPrice price(PriceUpdate update, long sequence) {
        int scale = update.getScale();
        if (scale < 0 || scale > Decimals.MAX_SCALE || update.getPrice() <= 0 || update.getBid() < 0 || update.getAsk() < 0
                || update.getConfidence() < 0 || update.getAsOfUs() <= 0) {
            throw new IllegalArgumentException("a price is positive and has a scale and a time");
        }
        StringBuilder json = new StringBuilder(192).append("{\"symbol\":\"").append(update.getSymbol());
        Decimals.append(json.append("\",\"price\":\""), update.getPrice(), scale);
        Decimals.append(json.append("\",\"confidence\":\""), update.getConfidence(), scale);
        Decimals.append(json.append("\",\"bid\":\""), update.getBid(), scale);
        Decimals.append(json.append("\",\"ask\":\""), update.getAsk(), scale);
        json.append("\",\"asOf\":").append(update.getAsOfUs() / 1_000);
        return new StoredPrice(
                update.getAsOfUs() / 1_000, TIERS.of(update.getTier()), STATUSES.of(update.getStatus()), update.getSources(), sequence,
                json.toString());
    }

    private static PriceUpdate parse(byte[] value) throws UnreadableRecordException {
        if (value == null) {
            throw new UnreadableRecordException("a record without a value is no price");
        }
        try {
            return PriceUpdate.parseFrom(value);
        } catch (InvalidProtocolBufferException e) {
            throw new UnreadableRecordException("not a price: " + e.getMessage(), e);
        }
    }
}
