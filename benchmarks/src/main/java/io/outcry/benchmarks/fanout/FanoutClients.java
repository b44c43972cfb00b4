// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** The clients in this JVM. Told on standard input what to do, a line each: {@code start}, {@code stop}, {@code stall N}, {@code quit}. */
public final class FanoutClients implements Benchmark {

    static final String NAME = "fanout-clients";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String usage() {
        return """
                the clients of "fanout" in this JVM, as fanout starts them
                  --port N
                  --clients N
                  --symbols N
                """;
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws Exception {
        CommandLine line = new CommandLine(arguments, Set.of("--port", "--clients", "--symbols"), Set.of());
        int port = (int) line.number("--port", 8080, 1, 65_535);
        int clients = (int) line.number("--clients", 1, 1, FanoutSetup.MAX_CLIENTS);
        int symbols = (int) line.number("--symbols", 1, 1, FanoutSetup.MAX_SYMBOLS);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        try (ClientCrowd crowd = new ClientCrowd(port, symbols)) {
            crowd.connect(clients);
            out.println("ready");
            for (String command = commands.readLine(); command != null && !command.equals("quit"); command = commands.readLine()) {
                if (command.equals("start")) {
                    crowd.tally().start();
                } else if (command.startsWith("stall ")) {
                    crowd.stall(Integer.parseInt(command.substring("stall ".length())));
                }
                out.println(crowd.tally().line() + ' ' + system.getProcessCpuTime());
            }
        }
    }
}
