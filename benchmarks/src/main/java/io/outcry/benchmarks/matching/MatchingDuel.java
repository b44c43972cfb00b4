// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.matching;

import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.Median;
import io.outcry.benchmarks.command.UsageException;
import io.outcry.benchmarks.workload.Scenario;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The engine of this build and that of another one, pass by pass in one JVM. What the machine does meanwhile it does to both, so a change of
 * two or three percent shows where rates of whole runs differ by ten times as much. What the compiler makes of a build differs from JVM to
 * JVM: one duel is none.
 */
public final class MatchingDuel implements Benchmark {

    @Override
    public String name() {
        return "matching-duel";
    }

    @Override
    public String usage() {
        return """
                the engine of this build and of another one in turn, pass by pass in this JVM; ends with the median of how much faster this one is
                  --other DIR         the other build's benchmarks.jar, taken apart: java -Djarmode=tools -jar benchmarks.jar extract --destination DIR
                """ + MatchingLoad.USAGE;
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws IOException, ReflectiveOperationException {
        Set<String> options = new HashSet<>(MatchingLoad.OPTIONS);
        options.add("--other");
        CommandLine line = new CommandLine(arguments, options, Set.of());
        MatchingLoad load = MatchingLoad.of(line, List.of(Scenario.values()));
        if (line.text("--other").isEmpty()) {
            throw new UsageException("--other names the other build");
        }
        run(load, jars(Path.of(line.text("--other"))), out);
    }

    /** @param other the other build's class path */
    void run(MatchingLoad load, List<Path> other, PrintStream out) throws IOException, ReflectiveOperationException {
        List<URL> urls = new ArrayList<>();
        for (Path path : other) {
            urls.add(path.toUri().toURL());
        }
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            for (Scenario scenario : load.scenarios()) {
                List<String> options = load.of(scenario).arguments();
                Object passes = loader.loadClass(TimedPasses.class.getName()).getConstructor(List.class).newInstance(options);
                run(load, scenario, new TimedPasses(options), (LongSupplier) passes, out);
            }
        }
    }

    private static void run(MatchingLoad load, Scenario scenario, LongSupplier mine, LongSupplier others, PrintStream out) {
        for (int i = 0; i < load.warmups(); i++) {
            mine.getAsLong();
            others.getAsLong();
        }
        double[] ratios = new double[load.passes()];
        for (int i = 0; i < ratios.length; i++) {
            long first = (i % 2 == 0 ? mine : others).getAsLong();
            long second = (i % 2 == 0 ? others : mine).getAsLong();
            ratios[i] = i % 2 == 0 ? (double) second / first : (double) first / second;
        }
        out.printf(Locale.ROOT, "RATIO matching-duel-%s %.3f%n", scenario.label(), Median.of(ratios));
    }

    private static List<Path> jars(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> jars = files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
            if (jars.isEmpty()) {
                throw new UsageException("--other " + directory + " holds no jar");
            }
            return jars;
        } catch (NoSuchFileException e) {
            throw new UsageException("--other " + directory + " is no directory");
        }
    }
}
