// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.jvm;

import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.UsageException;
import io.outcry.benchmarks.command.Words;
import java.util.List;
import java.util.Set;

/**
 * What a JVM is told that is one of several products beside the same broker.
 *
 * @param broker where the topics are
 */
public record ProductArguments<P extends Enum<P>>(P product, String broker) {

    /** The options, a line each. */
    public static <P extends Enum<P>> String usage(Class<P> products) {
        return """
                  --product %s
                  --broker host:port  with the topics of the orders
                """.formatted(String.join("|", Words.of(products)));
    }

    /** @throws UsageException if they do not name a product and a broker */
    public static <P extends Enum<P>> ProductArguments<P> of(List<String> arguments, Class<P> products) {
        CommandLine line = new CommandLine(arguments, Set.of("--product", "--broker"), Set.of());
        P product = line.one("--product", products);
        String broker = line.text("--broker");
        if (broker.isEmpty()) {
            throw new UsageException("--broker names where the topics are");
        }
        return new ProductArguments<>(product, broker);
    }

    /** As they are typed. */
    public List<String> words() {
        return List.of("--product", Words.of(product), "--broker", broker);
    }
}
