// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import io.outcry.benchmarks.http.ClosedLoad;
import io.outcry.benchmarks.http.DueLoad;
import io.outcry.benchmarks.http.LoadResult;
import io.outcry.benchmarks.http.Requests;
import io.outcry.benchmarks.jvm.Broker;
import io.outcry.benchmarks.jvm.OwnJvm;
import io.outcry.benchmarks.jvm.ProductArguments;
import io.outcry.benchmarks.pipeline.PipelineWorker;
import io.outcry.contracts.topic.TopicLayout;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One product on a broker of its own: first at full speed, then at even rates, then in batches. */
final class OrdersTurn {

    private static final int PARTITIONS = 4;
    private static final Duration START_LIMIT = Duration.ofMinutes(1);

    private final OrdersLoad load;
    private final Product product;

    OrdersTurn(OrdersLoad load, Product product) {
        this.load = load;
        this.product = product;
    }

    TurnResult run() throws IOException, InterruptedException {
        try (Broker broker = Broker.start(new TopicLayout(PARTITIONS, 1, (short) 1));
                OwnJvm engine = product == Product.OUTCRY ? PipelineWorker.matching(load.flags(), broker.bootstrapServers()) : null;
                OwnJvm worker =
                        OwnJvm.start(load.flags(), OrdersWorker.NAME, new ProductArguments<>(product, broker.bootstrapServers()).words())) {
            int port = Integer.parseInt(worker.await(OrdersWorker.READY, START_LIMIT));
            if (product == Product.OUTCRY) {
                new InstrumentCall(port).create(START_LIMIT);
            }
            return measure(port, broker, engine, worker);
        }
    }

    private TurnResult measure(int port, Broker broker, @Nullable OwnJvm engine, OwnJvm worker) {
        OrderRequests orders = new OrderRequests(load.seed());
        Requests single = orders.single();
        ClosedLoad.run(port, load.connections(), load.warmup(), single, OrderAnswers::isOutcome);
        Duration productCpu = worker.cpu();
        Duration engineCpu = cpu(engine);
        Duration brokerCpu = broker.cpu();
        Duration ownCpu = ownCpu();
        LoadResult fullSpeed = ClosedLoad.run(port, load.connections(), load.seconds(), single, OrderAnswers::isOutcome);
        double count = fullSpeed.rate() * load.seconds();
        TurnResult.Cpu cpu = new TurnResult.Cpu(
                micros(productCpu, worker.cpu(), count), micros(engineCpu, cpu(engine), count), micros(brokerCpu, broker.cpu(), count),
                micros(ownCpu, ownCpu(), count));
        List<LoadResult> even = OrdersLoad.RATES.stream()
                .map(rate -> DueLoad.run(port, load.connections(), rate, load.seconds(), single, OrderAnswers::isOutcome))
                .toList();
        if (product == Product.BARE) {
            return new TurnResult(fullSpeed, cpu, even, 0, 0);
        }
        Requests batches = orders.batches(OrdersLoad.BATCH);
        ClosedLoad.run(port, OrdersLoad.BATCH_CONNECTIONS, Math.ceilDiv(load.warmup(), 4), batches, OrderAnswers::areOutcomes);
        LoadResult batched = ClosedLoad.run(port, OrdersLoad.BATCH_CONNECTIONS, load.seconds(), batches, OrderAnswers::areOutcomes);
        return new TurnResult(fullSpeed, cpu, even, batched.rate() * OrdersLoad.BATCH, batched.errors());
    }

    private static Duration cpu(@Nullable OwnJvm jvm) {
        return jvm == null ? Duration.ZERO : jvm.cpu();
    }

    private static Duration ownCpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private static double micros(Duration before, Duration after, double count) {
        return after.minus(before).toNanos() / 1e3 / count;
    }
}
