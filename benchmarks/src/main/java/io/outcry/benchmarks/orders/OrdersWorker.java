// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.UsageException;
import io.outcry.benchmarks.command.Words;
import io.outcry.benchmarks.jvm.OwnJvm;
import io.outcry.order.OrderServiceApplication;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** What takes orders in this JVM until the process is ended: what {@link OrdersBenchmark} starts, and the one to look at with a profiler. */
public final class OrdersWorker implements Benchmark {

    static final String NAME = "orders-worker";

    /** It says this and its port when it serves. */
    static final String READY = "READY ";

    /** Whose key may create the instrument. */
    static final String ADMIN_KEY = "benchmark-admin";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String usage() {
        return """
                one product of "orders" in this JVM, as orders starts it
                  --product %s
                  --broker host:port  with the topics of the orders
                """.formatted(String.join("|", Words.of(Product.class)));
    }

    static List<String> arguments(Product product, String bootstrapServers) {
        return List.of("--product", Words.of(product), "--broker", bootstrapServers);
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws Exception {
        OwnJvm.endWithParent();
        CommandLine line = new CommandLine(arguments, Set.of("--product", "--broker"), Set.of());
        Product product = line.one("--product", Product.class);
        String broker = line.text("--broker");
        if (broker.isEmpty()) {
            throw new UsageException("--broker names where the topics are");
        }
        int port = switch (product) {
            case OUTCRY -> serve(broker);
            case BARE -> BareOrders.start(broker);
        };
        out.println(READY + port);
        Thread.currentThread().join();
    }

    private static int serve(String broker) {
        List<String> arguments = new ArrayList<>(
                List.of("--server.port=0", "--server.address=127.0.0.1", "--spring.kafka.bootstrap-servers=" + broker));
        for (String key : OrderRequests.KEYS) {
            access(arguments, key, "TRADE");
        }
        access(arguments, ADMIN_KEY, "ADMIN");
        return new SpringApplicationBuilder(OrderServiceApplication.class).properties("spring.config.name=order-service")
                .run(arguments.toArray(String[]::new))
                .getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private static void access(List<String> arguments, String key, String scopes) {
        String entry = "--outcry.access.keys[" + arguments.stream().filter(argument -> argument.contains("].key=")).count() + "].";
        arguments.addAll(List.of(entry + "key=" + key, entry + "account=" + key, entry + "scopes=" + scopes));
    }
}
