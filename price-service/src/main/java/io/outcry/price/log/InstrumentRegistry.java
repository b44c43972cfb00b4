// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.contracts.v1.RegisteredInstrument;
import io.outcry.price.domain.PricedInstrument;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The instruments as {@code instruments.v1} has them so far. Written by one thread, read by many. */
public final class InstrumentRegistry {

    private final Map<String, PricedInstrument> indices;
    private final Map<String, PricedInstrument> instruments = new ConcurrentHashMap<>();
    private final AtomicLong version = new AtomicLong();

    /** @param indices what is priced whether the topic has it or not, and never less often or less finely */
    public InstrumentRegistry(List<PricedInstrument> indices) {
        this.indices = indices.stream().collect(Collectors.toUnmodifiableMap(PricedInstrument::symbol, index -> index));
        instruments.putAll(this.indices);
    }

    /** Null for an unknown symbol. */
    public @Nullable PricedInstrument find(String symbol) {
        return instruments.get(symbol);
    }

    public Collection<PricedInstrument> all() {
        return List.copyOf(instruments.values());
    }

    /** Grows with every change. */
    public long version() {
        return version.get();
    }

    /**
     * Takes one record of the topic.
     *
     * @param value null takes the symbol out
     * @throws IllegalArgumentException if the value is no instrument that can be priced
     */
    void apply(String symbol, byte @Nullable [] value) {
        if (value == null) {
            PricedInstrument index = indices.get(symbol);
            if (index == null) {
                instruments.remove(symbol);
            } else {
                instruments.put(symbol, index);
            }
        } else {
            try {
                PricedInstrument instrument = PriceMessages.instrument(RegisteredInstrument.parseFrom(value).getInstrument());
                instruments.put(instrument.symbol(), indices.getOrDefault(instrument.symbol(), instrument));
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalArgumentException("not a RegisteredInstrument", e);
            }
        }
        version.incrementAndGet();
    }
}
