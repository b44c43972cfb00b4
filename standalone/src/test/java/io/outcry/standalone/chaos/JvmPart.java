// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A part that is a JVM on the class path of this one. */
final class JvmPart implements Part {

    /** Small and quick to start: what is tried here is whether it is right. */
    private static final List<String> FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xss512k",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow");

    private final String name;
    private final Path log;
    private final List<String> command;
    private final Callable<Boolean> ready;
    private @Nullable Process process;

    /** @param heap such as {@code -Xmx256m} */
    JvmPart(String name, Path directory, String heap, String mainClass, List<String> arguments, Callable<Boolean> ready) {
        this.name = name;
        this.ready = ready;
        // A trial that is broken off leaves nothing running.
        Runtime.getRuntime().addShutdownHook(new Thread(this::end));
        log = directory.resolve(name + ".log");
        command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), heap));
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        command.addAll(arguments);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void start() throws IOException {
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    @Override
    public void kill() throws InterruptedException {
        Process running = process;
        if (running != null) {
            running.destroyForcibly().waitFor();
        }
    }

    private void end() {
        Process running = process;
        if (running != null) {
            running.destroyForcibly();
        }
    }

    @Override
    public void freeze() throws IOException, InterruptedException {
        Signals.freeze(process.pid());
    }

    @Override
    public void thaw() throws IOException, InterruptedException {
        Signals.thaw(process.pid());
    }

    @Override
    public boolean isReady() throws InterruptedException {
        if (!process.isAlive()) {
            throw new IllegalStateException(name + " has ended by itself with " + process.exitValue() + ", see " + log);
        }
        try {
            return ready.call();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception notYet) {
            return false;
        }
    }

    @Override
    public String log() {
        return log.toString();
    }
}
