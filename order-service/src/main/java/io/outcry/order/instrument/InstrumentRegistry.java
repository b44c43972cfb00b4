// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.instrument;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.v1.RegisteredInstrument;
import io.outcry.order.log.GrouplessReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All symbols, as read from the registry's topic. Lookups see an immutable map; one thread replaces it. */
public final class InstrumentRegistry implements GrouplessReader.Sink {

    private static final Logger LOG = LoggerFactory.getLogger(InstrumentRegistry.class);

    private final int orderPartitions;
    private final List<Reading> readings = new ArrayList<>();
    private volatile Map<String, RegisteredSymbol> symbols = Map.of();
    private long nextOffset;

    /** Somebody who waits until a record has been read. */
    private record Reading(long offset, Runnable done) {}

    /** @param orderPartitions a symbol in another partition cannot be traded, so it is not known */
    public InstrumentRegistry(int orderPartitions) {
        this.orderPartitions = orderPartitions;
    }

    public Optional<RegisteredSymbol> find(String symbol) {
        return Optional.ofNullable(symbols.get(symbol));
    }

    public int size() {
        return symbols.size();
    }

    /** Runs {@code done} once the record at {@code offset} has been read, on the reading thread or at once. */
    public void whenRead(long offset, Runnable done) {
        synchronized (readings) {
            if (offset >= nextOffset) {
                readings.add(new Reading(offset, done));
                return;
            }
        }
        done.run();
    }

    @Override
    public void accept(ConsumerRecords<byte[], byte[]> records) {
        Map<String, RegisteredSymbol> changed = new HashMap<>(symbols);
        long next = 0;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            apply(changed, record);
            next = record.offset() + 1;
        }
        symbols = Map.copyOf(changed);
        complete(next);
    }

    private void complete(long next) {
        List<Runnable> done = new ArrayList<>();
        synchronized (readings) {
            nextOffset = next;
            for (Iterator<Reading> each = readings.iterator(); each.hasNext();) {
                Reading reading = each.next();
                if (reading.offset < next) {
                    each.remove();
                    done.add(reading.done);
                }
            }
        }
        done.forEach(Runnable::run);
    }

    private void apply(Map<String, RegisteredSymbol> changed, ConsumerRecord<byte[], byte[]> record) {
        byte[] value = record.value();
        if (value == null) {
            changed.remove(new String(record.key(), StandardCharsets.UTF_8));
            return;
        }
        try {
            RegisteredInstrument message = RegisteredInstrument.parseFrom(value);
            if (message.getPartition() < 0 || message.getPartition() >= orderPartitions) {
                throw new IllegalArgumentException("partition " + message.getPartition() + " of " + orderPartitions);
            }
            RegisteredSymbol symbol = RegisteredSymbol.of(message);
            // Who makes rules writes them here after the engine has decided, so two of them may do it the other way round.
            changed.merge(symbol.rules().symbol(), symbol, (known, read) -> known.isNewerThan(read) ? known : read);
        } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
            LOG.atError().setCause(e).addKeyValue("topic", record.topic()).addKeyValue("offset", record.offset())
                    .log("an instrument cannot be used and was skipped, what was known of it stays");
        }
    }
}
