// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.run;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Where and with what a run was made. */
public final class Surroundings {

    private static final String UNKNOWN = "unknown";

    private Surroundings() {}

    /** {@code -Dcommit}, else that of the working directory's checkout, with a plus sign if it has been changed since. */
    public static String commit() {
        String told = System.getProperty("commit");
        if (told != null) {
            return told;
        }
        String commit = git("rev-parse", "--short", "HEAD").orElse(UNKNOWN);
        return git("status", "--porcelain", "--untracked-files=no").filter(changes -> !changes.isEmpty()).isPresent()
                ? commit + "+"
                : commit;
    }

    /** Processors and operating system. */
    public static String machine() {
        return Runtime.getRuntime().availableProcessors() + " cores, " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch");
    }

    /** The generator's JVM and those of its flags that tune it. */
    public static String generator() {
        return "Java " + Runtime.version().feature() + " " + flags(ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    /** {@code -DserverFlags}, else flags and arguments of the standalone that runs on this machine. */
    public static String server() {
        String told = System.getProperty("serverFlags");
        if (told != null) {
            return told;
        }
        return ProcessHandle.allProcesses()
                .flatMap(process -> process.info().arguments().map(Arrays::asList).stream())
                .filter(arguments -> arguments.stream().anyMatch(Surroundings::isStandalone))
                .map(Surroundings::flags)
                .findFirst().orElse(UNKNOWN);
    }

    private static boolean isStandalone(String argument) {
        return argument.endsWith(".StandaloneApplication")
                || argument.endsWith(".jar") && argument.substring(argument.lastIndexOf('/') + 1).startsWith("standalone-");
    }

    private static String flags(List<String> arguments) {
        return arguments.stream().filter(argument -> argument.startsWith("-X") || argument.startsWith("--outcry."))
                .collect(Collectors.joining(" "));
    }

    private static Optional<String> git(String... words) {
        String[] command = new String[words.length + 1];
        command[0] = "git";
        System.arraycopy(words, 0, command, 1, words.length);
        try {
            Process git = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 ? Optional.of(said) : Optional.empty();
        } catch (IOException noGit) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
