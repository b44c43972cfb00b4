// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import io.outcry.benchmarks.jvm.Broker;
import io.outcry.benchmarks.jvm.OwnJvm;
import io.outcry.benchmarks.jvm.ProductArguments;
import io.outcry.contracts.topic.TopicLayout;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** One product on a broker of its own: first the throughput, then the latency. */
final class PipelineTurn {

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int BATCH_BYTES = 128 * 1024;

    private final PipelineLoad load;
    private final Product product;

    PipelineTurn(PipelineLoad load, Product product) {
        this.load = load;
        this.product = product;
    }

    TurnResult run() throws IOException, InterruptedException {
        CommandSource source = new CommandSource(load.partitions(), load.seed());
        try (Broker broker = Broker.start(new TopicLayout(load.partitions(), 1, (short) 1))) {
            fill(broker, source);
            try (OwnJvm worker = OwnJvm.start(
                    load.flags(), PipelineWorker.NAME, new ProductArguments<>(product, broker.bootstrapServers()).words());
                    OutcomeEnds ends = new OutcomeEnds(broker.connection(), load.partitions())) {
                long first = ends.await(load.warmup(), worker, LIMIT);
                long began = System.nanoTime();
                Duration productCpu = worker.cpu();
                Duration brokerCpu = broker.cpu();
                long last = ends.await(source.count(), worker, LIMIT);
                double micros = (System.nanoTime() - began) / 1e3;
                productCpu = worker.cpu().minus(productCpu);
                brokerCpu = broker.cpu().minus(brokerCpu);
                if (last != source.count()) {
                    throw new IOException(last + " outcomes of " + source.count() + " commands");
                }
                long timed = timed(first, last);
                LatencyRun latency = latency(broker, source);
                return new TurnResult(
                        source.meanCommandBytes(),
                        source.meanOutcomeBytes(),
                        timed / micros * 1e6,
                        productCpu.toNanos() / 1e3 / timed,
                        brokerCpu.toNanos() / 1e3 / timed,
                        latency.offered(),
                        latency.achieved(),
                        latency.millis(50),
                        latency.millis(99),
                        latency.millis(99.9),
                        latency.millis(100));
            }
        }
    }

    /** How many outcomes came while the clock ran; they were counted now and then, so it may have begun late. */
    long timed(long first, long last) throws IOException {
        if (last - first < load.records() / 2) {
            throw new IOException("only " + (last - first) + " of " + load.records()
                    + " outcomes came after the warm-up was seen to be over: more --records are needed");
        }
        return last - first;
    }

    private void fill(Broker broker, CommandSource source) {
        try (Producer<byte[], byte[]> producer = producer(broker, Map.of(
                ProducerConfig.LINGER_MS_CONFIG, 5, ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES))) {
            while (source.count() < load.warmup() + load.records()) {
                producer.send(source.next(0));
            }
        }
    }

    private LatencyRun latency(Broker broker, CommandSource source) throws IOException, InterruptedException {
        LatencyRun latency = new LatencyRun(load, source);
        try (Producer<byte[], byte[]> producer = producer(broker, Map.of(ProducerConfig.LINGER_MS_CONFIG, 0))) {
            latency.run(broker.connection(), producer);
        }
        return latency;
    }

    private static Producer<byte[], byte[]> producer(Broker broker, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(broker.connection());
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.putAll(more);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
