// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * One thing that is done to one part.
 *
 * @param part to which
 * @param kind what
 * @param millis how long it stays so before it is started or thawed
 */
record Fault(Part part, Kind kind, int millis) {

    enum Kind {
        /** {@code kill -9}, then a start. */
        KILL,
        /** {@code SIGSTOP}, then {@code SIGCONT}. */
        FREEZE,
        /** {@code kill -9} of Redis, whose data are gone when it comes back. */
        FORGET
    }

    private static final int LONGEST_KILL_MILLIS = 2_000;
    private static final int SHORTEST_FREEZE_MILLIS = 1_000;

    /** Longer than the session of a consumer, so that another one takes over and the frozen one wakes up as a zombie. */
    private static final int LONGEST_FREEZE_MILLIS = 9_000;

    /** So many faults: each kind on each part once, in an order that the seed gives, then again in another. */
    static List<Fault> draw(Installation installation, int count, SplittableRandom random) {
        List<Fault> faults = new ArrayList<>();
        while (faults.size() < count) {
            List<Fault> round = new ArrayList<>();
            for (String service : List.of("order", "matching-1", "matching-2", "price", "query")) {
                round.add(kill(installation.service(service), random));
                round.add(freeze(installation.service(service), random));
            }
            for (Part broker : installation.brokers()) {
                round.add(kill(broker, random));
            }
            round.add(freeze(installation.brokers().get(random.nextInt(installation.brokers().size())), random));
            round.add(kill(installation.redis(), random));
            round.add(freeze(installation.redis(), random));
            round.add(new Fault(installation.redis(), Kind.FORGET, random.nextInt(LONGEST_KILL_MILLIS)));
            while (!round.isEmpty() && faults.size() < count) {
                faults.add(round.remove(random.nextInt(round.size())));
            }
        }
        return faults;
    }

    private static Fault kill(Part part, SplittableRandom random) {
        return new Fault(part, Kind.KILL, random.nextInt(LONGEST_KILL_MILLIS));
    }

    private static Fault freeze(Part part, SplittableRandom random) {
        return new Fault(part, Kind.FREEZE, random.nextInt(SHORTEST_FREEZE_MILLIS, LONGEST_FREEZE_MILLIS));
    }

    /** Does it, and undoes it; returns when the part runs again, ready or not. */
    void strike() throws IOException, InterruptedException {
        if (kind == Kind.FREEZE) {
            part.freeze();
            TimeUnit.MILLISECONDS.sleep(millis);
            part.thaw();
            return;
        }
        part.kill();
        TimeUnit.MILLISECONDS.sleep(millis);
        if (kind == Kind.FORGET && part instanceof RedisPart redis) {
            redis.forget();
        }
        part.start();
    }

    @Override
    public String toString() {
        return switch (kind) {
            case KILL -> "kill -9 " + part.name() + ", started again after " + millis + " ms";
            case FREEZE -> "SIGSTOP " + part.name() + " for " + millis + " ms";
            case FORGET -> "kill -9 " + part.name() + ", started again empty after " + millis + " ms";
        };
    }
}
