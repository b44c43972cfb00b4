// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.logging.ToldLines;
import io.outcry.contracts.time.SetBackClock;
import io.outcry.matching.log.MatchingPipeline;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SetBackClockIT extends BrokerTrial {

    private static final int COMMANDS = 2_000;
    private static final String SET_BACK = "the clock was set back";

    @RegisterExtension
    private final ToldLines told = ToldLines.of(MatchingPipeline.class);

    private final AtomicLong setBackMillis = new AtomicLong();
    private final AtomicReference<Error> thrown = new AtomicReference<>();
    private final SetBackClock clock = new SetBackClock(this::now, System::nanoTime);

    /** A consumer that goes on would send no heartbeat for an hour. */
    @Test
    void theGroupHasANewMemberAndTheLogEachOutcomeOnce() throws Exception {
        try (RunningPipeline service = started(List.of(kafka.bootstrapServers()))) {
            log.writeRandom(1, COMMANDS);
            List<String> before = members();
            assertThat(before).hasSize(1);
            setBackMillis.set(Duration.ofHours(1).toMillis());
            log.writeRandom(2, COMMANDS);
            Awaitility.await("another member").atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(100))
                    .until(() -> !members().isEmpty() && !members().equals(before));
            log.writeRandom(3, COMMANDS);
            log.assertEveryOutcomeOnce();
            service.awaitHealth("UP");
            assertThat(isTold(SET_BACK)).isTrue();
        }
    }

    /** Spring's container says that it runs from before its consumers are made, and nobody would look at it again. */
    @Test
    void consumersThatCannotBeMadeAtThatMomentAreMadeLater() {
        List<String> ofConsumers = new CopyOnWriteArrayList<>(List.of(kafka.bootstrapServers()));
        try (RunningPipeline service = started(ofConsumers)) {
            ofConsumers.set(0, "no address");
            setBackMillis.set(Duration.ofHours(1).toMillis());
            Awaitility.await("they cannot be made").atMost(Duration.ofSeconds(30))
                    .until(() -> isTold("the consumers could not be started anew, it is tried again") && service.isBroken());

            ofConsumers.set(0, kafka.bootstrapServers());

            service.awaitHealth("UP");
        }
    }

    /** What is thrown on by a task that comes again and again was its last run, and no log tells of it. */
    @Test
    void itIsLookedAtAgainWhereThereWasNoRoomToLook() throws Exception {
        try (RunningPipeline service = started(List.of(kafka.bootstrapServers()))) {
            List<String> before = members();
            thrown.set(new OutOfMemoryError("no room"));
            Awaitility.await("no room").atMost(Duration.ofSeconds(30)).until(() -> thrown.get() == null);
            setBackMillis.set(Duration.ofHours(1).toMillis());
            Awaitility.await("another member").atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(100))
                    .until(() -> !members().isEmpty() && !members().equals(before));
            service.awaitHealth("UP");
            assertThat(isTold("the consumers could not be checked, the next check is soon")).isTrue();
        }
    }

    /** Nobody would stop again what it starts. */
    @Test
    void aLookThatHadToWaitForTheStopStartsNothing() throws Exception {
        try (RunningPipeline service = started(List.of(kafka.bootstrapServers()))) {
            Thread supervisor;
            synchronized (service.monitor()) {
                supervisor = Awaitility.await("the supervisor waits").atMost(Duration.ofSeconds(30))
                        .until(() -> waitingFor(service.monitor()), Optional::isPresent).orElseThrow();
                setBackMillis.set(Duration.ofHours(1).toMillis());
                service.stop();
            }
            assertThat(supervisor.join(Duration.ofSeconds(30))).as("the supervisor has ended").isTrue();
            assertThat(isTold(SET_BACK)).isFalse();
            assertThat(members()).isEmpty();
        }
    }

    /** @param ofConsumers the brokers that its consumers are told of, which may change */
    private RunningPipeline started(List<String> ofConsumers) {
        return RunningPipeline.start(
                kafka.bootstrapServers(), ofConsumers, RunningPipeline.settings(1, "", 1_000), RunningPipeline.snapshots(), clock)
                .awaitHealth("UP");
    }

    private static Optional<Thread> waitingFor(Object monitor) {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> {
            ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(thread.threadId());
            LockInfo lock = info == null ? null : info.getLockInfo();
            return lock != null && lock.getIdentityHashCode() == System.identityHashCode(monitor);
        }).findAny();
    }

    /** Pipelines of other tests, which run beside this one, tell theirs, too: of no other clock. */
    private boolean isTold(String beginning) {
        return told.list().stream().anyMatch(line -> line.getMessage().startsWith(beginning));
    }

    private Instant now() {
        Error error = thrown.getAndSet(null);
        if (error != null) {
            throw error;
        }
        return Instant.now().minusMillis(setBackMillis.get());
    }

    private List<String> members() throws Exception {
        try (Admin admin = Admin.create(Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()))) {
            return admin.describeConsumerGroups(List.of(MatchingPipeline.GROUP)).all().get().get(MatchingPipeline.GROUP).members().stream()
                    .map(member -> member.consumerId()).toList();
        }
    }
}
