// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.freshness;

import io.outcry.benchmarks.jvm.TemporaryDirectory;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.RegisteredInstrument;
import io.outcry.contracts.v1.Tier;
import io.outcry.embedded.EmbeddedKafka;
import io.outcry.embedded.EmbeddedRedis;
import io.outcry.price.PriceServiceApplication;
import io.outcry.query.QueryServiceApplication;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Kafka, Redis, price-service with one venue, and query-service, in this process but for Redis. */
final class PriceLine implements AutoCloseable {

    static final String ACCOUNT = "reader";
    static final String KEY = "key-of-reader";

    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int PRICE_SCALE = 2;

    private final EmbeddedKafka kafka;
    private final ConfigurableApplicationContext prices;
    private final ConfigurableApplicationContext reads;

    private PriceLine(TemporaryDirectory directory, ScriptedVenue venue) {
        kafka = directory.start(in -> EmbeddedKafka.start(in.resolve("kafka"), 0), EmbeddedKafka::close);
        EmbeddedRedis redis = directory.start(in -> EmbeddedRedis.start(in.resolve("redis"), 0), EmbeddedRedis::close);
        reads = new SpringApplicationBuilder(QueryServiceApplication.class).properties("spring.config.name=query-service").run(
                "--server.port=0", "--server.address=127.0.0.1", "--spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(),
                "--outcry.query.redis-uri=" + redis.uri(), "--outcry.access.keys[0].key=" + KEY,
                "--outcry.access.keys[0].account=" + ACCOUNT,
                "--outcry.access.keys[0].scopes=TRADE", "--logging.level.root=warn");
        prices = new SpringApplicationBuilder(PriceServiceApplication.class).web(WebApplicationType.NONE)
                .properties("spring.config.name=price-service").run(
                        "--spring.kafka.bootstrap-servers=" + kafka.bootstrapServers(), "--outcry.price.indices=",
                        "--outcry.price.venues.binance.enabled=false", "--outcry.price.venues.kraken.enabled=false",
                        "--outcry.price.venues.coinbase.base-url=" + venue.baseUrl(),
                        "--outcry.price.venues.coinbase.socket-url=" + venue.socketUrl(), "--logging.level.root=warn");
    }

    /** Starts everything and returns when the symbol is priced by what its venue pushes. */
    static PriceLine start(TemporaryDirectory directory, ScriptedVenue venue)
            throws InterruptedException, ExecutionException, TimeoutException {
        PriceLine line = new PriceLine(directory, venue);
        line.register();
        await("the venue's socket is subscribed to", venue::isHeard);
        return line;
    }

    private void register() throws InterruptedException, ExecutionException, TimeoutException {
        Instrument rules = Instrument.newBuilder().setSymbol(ScriptedVenue.SYMBOL).setBaseAsset("BTC").setQuoteAsset("USD")
                .setPriceScale(PRICE_SCALE).setQuantityScale(4).setTier(Tier.TIER_HOT).build();
        byte[] value = RegisteredInstrument.newBuilder().setInstrument(rules).build().toByteArray();
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()), new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(Topics.INSTRUMENTS, ScriptedVenue.SYMBOL, value)).get(10, TimeUnit.SECONDS);
        }
    }

    /** Waits for a condition; throws if it never comes. */
    static void await(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("never came: " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    int port() {
        return Integer.parseInt(reads.getEnvironment().getRequiredProperty("local.server.port"));
    }

    @Override
    public void close() {
        prices.close();
        reads.close();
    }
}
