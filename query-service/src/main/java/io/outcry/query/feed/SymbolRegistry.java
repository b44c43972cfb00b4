// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.v1.RegisteredInstrument;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which partition of the order topics each symbol is in, as the registry's topic says. Read from any thread, written by the feed's. */
public final class SymbolRegistry {

    private static final Logger LOG = LoggerFactory.getLogger(SymbolRegistry.class);

    private final int orderPartitions;
    private final Map<String, Integer> partitions = new ConcurrentHashMap<>();
    private volatile boolean read;

    /** @param orderPartitions a symbol in another partition cannot be read, so it is not known */
    public SymbolRegistry(int orderPartitions) {
        this.orderPartitions = orderPartitions;
    }

    /** The partition of {@code symbol}; nothing if it is not registered, or that has not been read yet. */
    public OptionalInt partition(String symbol) {
        Integer partition = partitions.get(symbol);
        return partition == null ? OptionalInt.empty() : OptionalInt.of(partition);
    }

    /** Whether all that the registry held at the start has been read; before, what is not here may be registered all the same. */
    public boolean isRead() {
        return read;
    }

    /** All that the registry held at the start has been taken over. */
    void readToItsEnd() {
        read = true;
    }

    /** Takes over a record of the registry; one that cannot be read leaves what was there. */
    void accept(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            partitions.remove(new String(record.key(), StandardCharsets.UTF_8));
            return;
        }
        try {
            RegisteredInstrument registered = RegisteredInstrument.parseFrom(record.value());
            if (registered.getPartition() >= 0 && registered.getPartition() < orderPartitions) {
                partitions.put(registered.getInstrument().getSymbol(), registered.getPartition());
            }
        } catch (InvalidProtocolBufferException e) {
            LOG.atError().setCause(e).addKeyValue("offset", record.offset())
                    .log("an instrument cannot be used and was skipped, what was known of it stays");
        }
    }
}
