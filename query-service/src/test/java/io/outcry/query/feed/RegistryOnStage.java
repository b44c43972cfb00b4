// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.RegisteredInstrument;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A registry of instruments that a test writes, in place of its topic. */
public final class RegistryOnStage {

    private RegistryOnStage() {}

    public static void register(SymbolRegistry registry, String symbol, int partition) {
        registry.accept(entry(0, symbol, partition));
    }

    /** An entry of the topic. */
    static ConsumerRecord<byte[], byte[]> entry(long offset, String symbol, int partition) {
        RegisteredInstrument registered = RegisteredInstrument.newBuilder()
                .setInstrument(Instrument.newBuilder().setSymbol(symbol)).setPartition(partition).build();
        return new ConsumerRecord<>(Topics.INSTRUMENTS, 0, offset, symbol.getBytes(UTF_8), registered.toByteArray());
    }

    /** That was all. */
    public static void end(SymbolRegistry registry) {
        registry.readToItsEnd();
    }
}
