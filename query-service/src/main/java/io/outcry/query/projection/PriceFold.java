// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.query.domain.ViewPosition;
import io.outcry.query.record.PriceRecords;
import io.outcry.query.record.UnreadableRecordException;
import io.outcry.query.view.StoredPrice;
import io.outcry.query.view.ViewChange;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewPartition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Keeps the last price of each symbol. The topic is compacted, so offsets have holes; the position counts them all the same. */
final class PriceFold implements RecordFold {

    private final ViewKeys keys;
    private List<ConsumerRecord<byte[], byte[]>> records = List.of();

    PriceFold(ViewPartition partition) {
        this.keys = new ViewKeys(partition);
    }

    @Override
    public void open(ViewPosition at, List<ConsumerRecord<byte[], byte[]>> next) {
        records = next;
    }

    @Override
    public ViewPosition fold(ViewPosition at, int index, List<ViewChange> changes) throws UnreadableRecordException {
        ConsumerRecord<byte[], byte[]> record = records.get(index);
        PriceUpdate update = PriceRecords.parse(record.value());
        StoredPrice price = PriceRecords.stored(update, record.offset());
        changes.add(new ViewChange.Set(keys.price(update.getSymbol()), price.stored().getBytes(StandardCharsets.UTF_8)));
        changes.add(new ViewChange.Set(keys.priceUpdate(update.getSymbol()), record.value()));
        return at.priced(record.offset(), update.getAsOfUs() / 1_000);
    }

    @Override
    public void forget() {
        // Prices replace each other: nothing is ever read.
    }
}
