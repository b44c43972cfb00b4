// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.pipeline;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.jvm.OwnJvm;
import io.outcry.benchmarks.jvm.ProductArguments;
import io.outcry.matching.MatchingServiceApplication;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;

/** One product in this JVM until the process is ended: what {@link PipelineBenchmark} starts, and the one to look at with a profiler. */
public final class PipelineWorker implements Benchmark {

    static final String NAME = "pipeline-worker";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String usage() {
        return "one product of \"pipeline\" in this JVM, as pipeline starts it\n" + ProductArguments.usage(Product.class);
    }

    /** Starts the matching service in a JVM of its own. */
    public static OwnJvm matching(List<String> flags, String bootstrapServers) throws IOException {
        return OwnJvm.start(flags, NAME, new ProductArguments<>(Product.MATCHING, bootstrapServers).words());
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws Exception {
        OwnJvm.endWithParent();
        ProductArguments<Product> given = ProductArguments.of(arguments, Product.class);
        switch (given.product()) {
            case MATCHING -> serve(given.broker());
            case PASS_THROUGH -> new PassThrough(Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, given.broker())).run();
        }
    }

    private static void serve(String broker) throws IOException, InterruptedException {
        MatchingServiceApplication
                .main(new String[]{"--server.port=0", "--server.address=127.0.0.1", "--spring.kafka.bootstrap-servers=" + broker});
        Thread.currentThread().join();
    }
}
