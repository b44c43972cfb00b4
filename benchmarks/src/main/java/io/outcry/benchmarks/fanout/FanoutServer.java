// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.Words;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** One side in this JVM, told on standard input what to do, a line each: {@code rate N}, {@code flood N}, {@code state}, {@code quit}. */
public final class FanoutServer implements Benchmark {

    static final String NAME = "fanout-server";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String usage() {
        return """
                the sending side of "fanout" in this JVM, as fanout starts it; to be run under a profiler
                  --side %s
                  --symbols N
                """.formatted(String.join("|", Words.of(Side.class)));
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws Exception {
        CommandLine line = new CommandLine(arguments, Set.of("--side", "--symbols"), Set.of());
        Side side = line.one("--side", Side.class);
        int symbols = (int) line.number("--symbols", 1, 1, FanoutSetup.MAX_SYMBOLS);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Broadcaster broadcaster = side.open(symbols); Ticker ticker = new Ticker(broadcaster, symbols)) {
            out.println("port " + broadcaster.port());
            for (String command = commands.readLine(); command != null && !command.equals("quit"); command = commands.readLine()) {
                if (command.startsWith("rate ")) {
                    ticker.rate(Integer.parseInt(command.substring("rate ".length())));
                } else if (command.startsWith("flood ")) {
                    ticker.flood(Integer.parseInt(command.substring("flood ".length())));
                }
                out.println(state(broadcaster, ticker));
            }
        }
    }

    private static String state(Broadcaster broadcaster, Ticker ticker) throws IOException {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        System.gc();
        long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        return "state " + broadcaster.connections() + ' ' + ticker.published() + ' ' + system.getProcessCpuTime() + ' ' + heap + ' '
                + residentBytes();
    }

    /** Of the whole process, as Linux counts it; 0 elsewhere. */
    private static long residentBytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        return Files.readAllLines(status).stream().filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> 1_024 * Long.parseLong(line.replaceAll("\\D", ""))).findFirst().orElse(0);
    }
}
