// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The {@code redis-server} of this machine, or what calls itself so, such as Valkey. */
final class InstalledRedis {

    private static final Logger LOG = LoggerFactory.getLogger(InstalledRedis.class);

    /** As in {@code Redis server v=6.0.16 sha=...} and {@code Valkey server v=8.0.1 sha=...}. */
    private static final Pattern VERSION = Pattern.compile("\\bv=(\\d{1,4})\\.(\\d{1,4})");

    /** The first that knows all of {@link RedisSettings}. */
    private static final int LEAST_MAJOR = 6;
    private static final int LEAST_MINOR = 2;
    private static final int ANSWER_SECONDS = 15;

    private InstalledRedis() {}

    /** The first one that is new enough, or does not say how old it is. An older one would refuse what it is told; that is logged. */
    static Optional<Path> find(SearchPath path) {
        return path.find("redis-server").filter(InstalledRedis::isNewEnough).findFirst();
    }

    private static boolean isNewEnough(Path program) {
        Matcher version = VERSION.matcher(said(program));
        if (!version.find()) {
            return true;
        }
        int major = Integer.parseInt(version.group(1));
        int minor = Integer.parseInt(version.group(2));
        if (major > LEAST_MAJOR || major == LEAST_MAJOR && minor >= LEAST_MINOR) {
            return true;
        }
        LOG.atWarn().addKeyValue("program", program).addKeyValue("version", major + "." + minor)
                .log("the redis-server on the PATH is older than " + LEAST_MAJOR + "." + LEAST_MINOR + ", another one is taken");
        return false;
    }

    /** What it says of its version; nothing if it cannot or does not want to. */
    private static String said(Path program) {
        try {
            Process asked = new ProcessBuilder(program.toString(), "--version").redirectErrorStream(true).start();
            if (asked.waitFor(ANSWER_SECONDS, TimeUnit.SECONDS)) {
                return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            }
            asked.destroyForcibly();
        } catch (IOException e) {
            LOG.atDebug().addKeyValue("program", program).setCause(e)
                    .log("a redis-server does not say its version, it is taken to be new enough");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "";
    }
}
