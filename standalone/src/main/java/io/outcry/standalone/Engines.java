// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.contracts.setting.UnusableSetupException;
import io.outcry.embedded.EmbeddedKafka;
import io.outcry.embedded.EmbeddedRedis;
import io.outcry.embedded.FreePort;
import io.outcry.embedded.Loopback;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/**
 * Kafka and Redis of this process, started before the first bean and stopped after the last.
 *
 * @param data what they write to
 * @param kafka the broker
 * @param redis the read model's store
 */
record Engines(DataDirectory data, EmbeddedKafka kafka, EmbeddedRedis redis) implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Engines.class);
    private static final long MIB = 1_024 * 1_024;
    /** With less, memory ends at the start, and what is left runs or hangs without some of its threads. */
    private static final long LEAST_HEAP_BYTES = 160 * MIB;

    static Engines start(StandaloneProperties properties) {
        return start(properties, Runtime.getRuntime().maxMemory(), () -> {});
    }

    /**
     * Starts them, or ends what was begun.
     *
     * @param heapBytes as large as the heap may become
     * @param users ends what uses them, if this process is told to end
     */
    static Engines start(StandaloneProperties properties, long heapBytes, Runnable users) {
        if (heapBytes < LEAST_HEAP_BYTES) {
            throw new UnusableSetupException(
                    "the heap may grow to " + heapBytes / MIB + " MiB, at least " + LEAST_HEAP_BYTES / MIB + " MiB are needed",
                    "start java with more, as with -Xmx512m", null);
        }
        // Before Redis: it would end one that still runs there, and takes it for a leftover.
        DataDirectory data = DataDirectory.take(properties.dataDir().toAbsolutePath().normalize());
        try {
            return start(data, properties, users);
        } catch (RuntimeException e) {
            data.close();
            throw e;
        }
    }

    private static Engines start(DataDirectory data, StandaloneProperties properties, Runnable users) {
        int kafkaPort = portForKafka(properties.kafkaPort());
        var redis = new FutureTask<>(() -> EmbeddedRedis.startGuarded(data.resolve("redis"), properties.redisPort()));
        // Redis does not end with this process, which may be told to stop before there is a context that would close it.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            users.run();
            if (redis.state() != Future.State.FAILED) {
                closeWhenStarted(redis);
            }
        }, "outcry-end"));
        try (ExecutorService starters = Executors.newVirtualThreadPerTaskExecutor()) {
            starters.execute(redis);
            EmbeddedKafka kafka = startKafka(data.resolve("kafka"), kafkaPort, redis);
            Engines engines = new Engines(data, kafka, redis(redis, kafka));
            LOG.atInfo().addKeyValue("data", data).addKeyValue("kafka", kafka.bootstrapServers())
                    .addKeyValue("redis", engines.redis.uri()).log("engines started");
            return engines;
        }
    }

    @Override
    public void close() {
        redis.close();
        kafka.close();
        data.close();
    }

    private static EmbeddedKafka startKafka(Path directory, int port, Future<EmbeddedRedis> redis) {
        try {
            return EmbeddedKafka.start(directory, port);
        } catch (RuntimeException e) {
            closeWhenStarted(redis);
            throw new UnusableSetupException(
                    "Kafka does not start with its data in " + directory + " (" + NestedExceptionUtils.getMostSpecificCause(e) + ")",
                    "delete meta.properties there if that is damaged, for it is written anew; restore what else is, or name another directory"
                            + " in outcry.standalone.data-dir",
                    e);
        }
    }

    private static EmbeddedRedis redis(Future<EmbeddedRedis> starting, EmbeddedKafka kafka) {
        try {
            return starting.get();
        } catch (InterruptedException e) {
            kafka.close();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while Redis was starting", e);
        } catch (ExecutionException e) {
            kafka.close();
            throw withoutRedis(Objects.requireNonNullElse(e.getCause(), e));
        }
    }

    static UnusableSetupException withoutRedis(Throwable failure) {
        Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
        String remedy;
        if (failure instanceof UncheckedIOException) {
            remedy = "make room there, name another directory by -Djava.io.tmpdir=, or install redis-server 6.2 or newer";
        } else if (cause instanceof BindException) {
            remedy = "name another in outcry.standalone.redis-port, or 0 for a free one";
        } else {
            remedy = "what Redis says of it is in redis.log there; where its program cannot run, name a directory where one can by"
                    + " -Djava.io.tmpdir=, or install redis-server 6.2 or newer";
        }
        return new UnusableSetupException(failure.getMessage() + " (" + cause.getMessage() + ")", remedy, failure);
    }

    private static void closeWhenStarted(Future<EmbeddedRedis> starting) {
        try {
            starting.get().close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            LOG.atWarn().setCause(e.getCause()).log("Redis did not start either");
        }
    }

    private static int portForKafka(int wanted) {
        if (wanted == 0) {
            return 0;
        }
        try (ServerSocket socket = new ServerSocket(wanted, 1, Loopback.ADDRESS)) {
            return socket.getLocalPort();
        } catch (IOException taken) {
            int free = FreePort.pick();
            LOG.atWarn().addKeyValue("wanted", wanted).addKeyValue("port", free).log("the Kafka port is in use, another one is taken");
            return free;
        }
    }
}
