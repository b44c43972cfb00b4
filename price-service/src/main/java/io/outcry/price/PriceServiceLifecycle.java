// SPDX-License-Identifier: Apache-2.0
package io.outcry.price;

import io.outcry.contracts.topic.TopicProvisioner;
import io.outcry.price.log.InstrumentReader;
import io.outcry.price.log.LogTail;
import io.outcry.price.log.PriceLog;
import io.outcry.price.log.RarelyTold;
import io.outcry.price.log.RefreshListener;
import io.outcry.price.log.RefreshScheduler;
import io.outcry.price.refresh.RefreshRounds;
import io.outcry.price.venue.Venues;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the service in order (topics, registry, commands, schedule) without holding up the others in the same process, and stops it in
 * the reverse order. While Kafka is away at the start it tries again, and health says at which step it is.
 */
final class PriceServiceLifecycle implements SmartLifecycle {

    /** Below the phases of Boot's web server: requests end first. */
    static final int PHASE = DEFAULT_PHASE - 8_192;

    private static final Logger LOG = LoggerFactory.getLogger(PriceServiceLifecycle.class);
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final Duration STOP = Duration.ofSeconds(5);

    private final Map<String, Object> adminProperties;
    private final List<NewTopic> topics;
    private final InstrumentReader reader;
    private final RefreshListener listener;
    private final RefreshScheduler scheduler;
    private final PriceLog log;
    private final Venues venues;
    private final RefreshRounds rounds;
    private final List<Thread> tails;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread readerThread;
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().name("outcry-price-scheduler").daemon().factory());
    private final RarelyTold failedLooks = new RarelyTold();
    private volatile State state = State.NEW;

    /** How far the service is. */
    enum State {
        NEW,
        /** Creates the topics, or finds them. */
        TOPICS,
        /** Reads the registry for the first time. */
        REGISTRY,
        /** Prices are refreshed. */
        LIVE, STOPPED
    }

    /** Takes over the log, the venues and the rounds: stopping closes them. */
    PriceServiceLifecycle(
            Map<String, Object> adminProperties,
            List<NewTopic> topics,
            InstrumentReader reader,
            RefreshListener listener,
            RefreshScheduler scheduler,
            PriceLog log,
            Venues venues,
            RefreshRounds rounds,
            List<LogTail> tails) {
        this.adminProperties = Map.copyOf(adminProperties);
        this.topics = List.copyOf(topics);
        this.reader = reader;
        this.listener = listener;
        this.scheduler = scheduler;
        this.log = log;
        this.venues = venues;
        this.rounds = rounds;
        this.tails = tails.stream()
                .map(tail -> Thread.ofPlatform().name(tail.name()).daemon().unstarted(() -> follow(tail)))
                .toList();
        this.readerThread = Thread.ofPlatform().name("outcry-price-registry").daemon().unstarted(this::readRegistry);
    }

    State state() {
        return state;
    }

    @Override
    public void start() {
        if (state != State.NEW) {
            throw new IllegalStateException("the price service cannot start again after " + state);
        }
        state = State.TOPICS;
        readerThread.start();
    }

    private void readRegistry() {
        RarelyTold told = new RarelyTold();
        while (goOn()) {
            try {
                if (state == State.TOPICS) {
                    TopicProvisioner.ensure(adminProperties, topics);
                    state = State.REGISTRY;
                }
                reader.read(this::goOn, this::goLive);
            } catch (RuntimeException e) {
                // The thread is all there is: without it no new instrument would ever be seen.
                if (told.isDue(e)) {
                    LOG.atError().addKeyValue("state", state).setCause(e).log("the instrument registry cannot be read, will try again");
                }
                pause();
            }
        }
    }

    private void follow(LogTail tail) {
        RarelyTold told = new RarelyTold();
        while (goOn()) {
            try {
                tail.read().accept(this::goOn);
            } catch (RuntimeException e) {
                // As above: without its thread nothing more of that log would be seen.
                if (told.isDue(e)) {
                    LOG.atError().addKeyValue("reader", tail.name()).setCause(e).log("the log cannot be read, will try again");
                }
                pause();
            }
        }
    }

    private void pause() {
        try {
            stopping.await(RETRY.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void goLive() {
        if (state == State.REGISTRY && goOn()) {
            // The first of all, for it may fail and is then tried again: the others start once.
            listener.start();
            tails.forEach(Thread::start);
            rounds.start();
            looks.scheduleWithFixedDelay(this::schedule, 0, RefreshScheduler.TICK.toMillis(), TimeUnit.MILLISECONDS);
            state = State.LIVE;
            LOG.atInfo().addKeyValue("venues", venues.all().size()).log("prices are live");
        }
    }

    private void schedule() {
        try {
            listener.look();
            scheduler.look(listener.assignedPartitions());
        } catch (RuntimeException e) {
            // Thrown on, it would be the last look, and no price would ever be refreshed again.
            if (failedLooks.isDue(e)) {
                LOG.atError().setCause(e).log("the schedule of refreshes failed, it is tried again soon");
            }
        }
    }

    private boolean goOn() {
        return stopping.getCount() > 0 && !Thread.currentThread().isInterrupted();
    }

    @Override
    public void stop() {
        stopping.countDown();
        stopLive();
        join(readerThread);
        venues.close();
        log.close();
    }

    private synchronized void stopLive() {
        // Not before: who is about to go live would be refused at the last of its steps, and what it has started would go on.
        looks.shutdown();
        if (state == State.LIVE) {
            awaitEnd(looks);
            rounds.close();
            listener.stop();
            tails.forEach(PriceServiceLifecycle::join);
        }
        state = State.STOPPED;
    }

    private static void awaitEnd(ScheduledExecutorService executor) {
        try {
            if (!executor.awaitTermination(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.atWarn().log("the schedule of refreshes did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread) {
        try {
            if (!thread.join(STOP)) {
                LOG.atWarn().addKeyValue("thread", thread.getName()).log("a thread did not stop in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return state != State.NEW && state != State.STOPPED;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
