// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.orders;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.jvm.OwnJvm;
import io.outcry.benchmarks.jvm.ProductArguments;
import io.outcry.order.OrderServiceApplication;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
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
        return "one product of \"orders\" in this JVM, as orders starts it\n" + ProductArguments.usage(Product.class);
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws Exception {
        OwnJvm.endWithParent();
        ProductArguments<Product> given = ProductArguments.of(arguments, Product.class);
        int port = switch (given.product()) {
            case OUTCRY -> serve(given.broker());
            case BARE -> BareOrders.start(given.broker());
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
