// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.launch;

import io.outcry.benchmarks.Benchmarks;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts the benchmarks on a JDK that can run them, also where plain {@code java} is an older one. The only class that is compiled for Java
 * 17: an older JVM loads it, finds a newer one where JDKs usually live, hands over with its own options, and tells that one to end with it.
 */
public final class Launch {

    private static final int NEEDED = 25;
    private static final Path HOMES = Path.of("/usr/lib/jvm");

    private Launch() {}

    /** Ends as {@link Benchmarks#main} does; with 3 if there is no JDK that can run them. */
    public static void main(String[] arguments) throws Exception {
        if (Runtime.version().feature() >= NEEDED) {
            Benchmarks.main(arguments);
            return;
        }
        Path java = find();
        if (java == null) {
            System.err.println("The benchmarks need a JDK " + NEEDED + ": install one where JDKs usually live, or set JAVA25_HOME to it.");
            System.exit(3);
            return;
        }
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-jar", System.getProperty("java.class.path")));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).inheritIO().start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        System.exit(process.waitFor());
    }

    private static @Nullable Path find() throws IOException {
        List<Path> homes = new ArrayList<>();
        for (String variable : List.of("JAVA25_HOME", "JAVA_HOME")) {
            if (System.getenv(variable) != null) {
                homes.add(Path.of(System.getenv(variable)));
            }
        }
        if (Files.isDirectory(HOMES)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(HOMES)) {
                found.forEach(homes::add);
            }
        }
        for (Path home : homes) {
            if (isNewEnough(home)) {
                return home.resolve("bin" + File.separator + "java");
            }
        }
        return null;
    }

    /** By the file that every JDK carries: {@code JAVA_VERSION="25.0.1"}. */
    private static boolean isNewEnough(Path home) throws IOException {
        Path release = home.resolve("release");
        if (!Files.isRegularFile(release)) {
            return false;
        }
        for (String line : Files.readAllLines(release)) {
            if (line.startsWith("JAVA_VERSION=\"")) {
                String version = line.substring("JAVA_VERSION=\"".length(), line.length() - 1);
                return Runtime.Version.parse(version).feature() >= NEEDED;
            }
        }
        return false;
    }
}
