// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a {@code redis-server} is begun.
 *
 * @param home what it works in, with its log file
 * @param port where it listens
 * @param rights of whoever reaches the port, as settings
 * @param session what begins a program in a session of its own, where that can be had
 * @param installed the program; if there is none, that of the jar
 */
record RedisLaunch(Path home, int port, List<String> rights, Optional<Path> session, Optional<Path> installed) {

    static RedisLaunch of(Path home, int port, List<String> rights, SearchPath path) {
        return new RedisLaunch(home, port, rights, path.find("setsid").findFirst(), InstalledRedis.find(path));
    }

    Path log() {
        return home.resolve("redis.log");
    }

    Process begin() throws IOException {
        ProcessBuilder program = new ProcessBuilder(command())
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        // Where the machine lacks the one that the environment names, Redis from 7.2 on does not start.
        program.environment().put("LC_ALL", "C");
        return program.start();
    }

    private List<String> command() {
        List<String> command = new ArrayList<>();
        // Ctrl-C in a terminal must not end Redis before those who use it.
        session.map(Path::toString).ifPresent(command::add);
        // One that was uninstalled meanwhile is no reason to stay away.
        command.add(installed.filter(Files::isExecutable).map(Path::toString).orElseGet(RedisLaunch::fromJar));
        command.addAll(List.of("--bind", Loopback.HOST, "--dir", home.toString(), "--daemonize", "no"));
        command.addAll(RedisSettings.alone(port));
        command.addAll(rights);
        return command;
    }

    private static String fromJar() {
        try {
            return RedisProgram.ofJar().toString();
        } catch (IOException e) {
            throw new UncheckedIOException("no redis-server of 6.2 or newer on the PATH, and that of embedded-redis cannot be had in "
                    + System.getProperty("java.io.tmpdir"), e);
        }
    }
}
