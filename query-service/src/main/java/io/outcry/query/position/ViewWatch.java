// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.PositionFeed;
import io.outcry.query.view.RedisLink;
import io.outcry.query.view.StoredView;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.context.SmartLifecycle;

/**
 * Compares the view with the log a few times a second, on a thread of its own: learns positions whose messages were lost, notices a Redis
 * that has lost data, or holds the view of another log or of a format that is not known here, keeps the marks that ages come from, and makes
 * missing connections.
 *
 * <p>A partition is closed to readers until it was compared once; then it must have reached the end of the log as it was at that moment.
 */
public final class ViewWatch implements SmartLifecycle {

    /** Before the projection, which starts later and stops earlier. */
    public static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(ViewWatch.class);
    private static final long ENDS_WAIT_MILLIS = 200;
    private static final long STOP_LIMIT_MILLIS = 5_000;

    /** Redis may come some time after us without a word about it. */
    private static final long START_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** As long may the end of a log be unknown: a topic that was made a moment ago is not known to every broker. */
    private static final long ENDS_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final Runnable connect;
    private final ViewReader reader;
    private final Consumer<Runnable> listen;
    private final Supplier<CompletionStage<LogEnds.Ends>> ends;
    private final LogIds ids;
    private final ViewPositions positions;
    private final List<ViewAges> ages;
    private final Duration interval;
    private final Duration readTimeout;
    private final LongSupplier nanoTime;
    private final long madeNanos;

    private @Nullable ScheduledExecutorService thread;
    private @Nullable Question asked;
    private volatile long contactNanos;
    private volatile List<ViewPartition> silent;
    private volatile String silence = "";
    private boolean warned;
    private long endsNanos;
    private boolean endsMissed;
    private volatile List<Finding> findings = List.of();

    /** What {@link #findings} is made of: nothing of a partition that Redis has never told of. */
    private final Map<ViewPartition, Finding> known = new HashMap<>();

    /** What was said last of the partitions that are not a view of their log. */
    private final Map<ViewPartition, String> objections = new HashMap<>();

    /** The end of the logs is being asked for; the view was as {@code stored} before, as far as Redis told. */
    private record Question(long nanos, Map<ViewPartition, StoredView> stored, CompletableFuture<LogEnds.Ends> answer) {}

    /**
     * What the last comparison of one partition found.
     *
     * @param at where Redis had it, as the offset of the next record
     * @param floor where it had to be at least; {@link Long#MAX_VALUE} while the partition is closed
     * @param end where the log ended, as far as known
     * @param objection why the partition is closed whatever the log holds; nothing if it is not
     */
    public record Finding(ViewPartition partition, long at, long floor, long end, @Nullable String objection) {
        public boolean isBehind() {
            return at < floor;
        }

        /** Records in the log that are not in the view. */
        public long lag() {
            return Math.max(0, end - at);
        }
    }

    public ViewWatch(
            RedisLink link, ViewReader reader, PositionFeed feed, LogEnds ends, ViewPositions positions, List<ViewAges> ages,
            Duration interval, Duration readTimeout) {
        connect = link::connect;
        listen = subscribed -> feed.start(link, positions::observe, subscribed);
        this.reader = reader;
        this.ends = ends::ask;
        ids = ends.ids();
        this.positions = positions;
        this.ages = List.copyOf(ages);
        this.interval = interval;
        this.readTimeout = readTimeout;
        nanoTime = System::nanoTime;
        silent = positions.partitions();
        madeNanos = nanoTime.getAsLong();
        contactNanos = madeNanos;
        endsNanos = madeNanos;
    }

    /** Not to be started: whoever made it calls {@link #round}, and tells the positions what is published. */
    ViewWatch(
            ViewReader reader, Supplier<CompletionStage<LogEnds.Ends>> ends, LogIds ids, ViewPositions positions, ViewAges ages,
            LongSupplier nanoTime) {
        connect = () -> {};
        listen = _ -> {};
        this.reader = reader;
        this.ends = ends;
        this.ids = ids;
        this.positions = positions;
        this.ages = List.of(ages);
        interval = Duration.ZERO;
        readTimeout = Duration.ZERO;
        this.nanoTime = nanoTime;
        silent = positions.partitions();
        madeNanos = nanoTime.getAsLong();
        contactNanos = madeNanos;
        endsNanos = madeNanos;
    }

    /** One for each partition that Redis has told of. */
    public List<Finding> findings() {
        return findings;
    }

    /** Whether Redis has told of each partition, at any time. */
    public boolean knowsAll() {
        return findings.size() == positions.partitions().size();
    }

    /** How long Redis has not answered; nothing while it does, for one partition at least. */
    public OptionalLong silentMillis() {
        return silent.size() < positions.partitions().size()
                ? OptionalLong.empty()
                : OptionalLong.of(TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - contactNanos));
    }

    /** The partitions for which Redis does not answer. */
    public List<ViewPartition> silent() {
        return silent;
    }

    /** Why Redis does not answer, or some of its nodes, as far as is known; empty until it has not. */
    public String silence() {
        return silence;
    }

    @Override
    public synchronized void start() {
        ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(
                Thread.ofPlatform().name("outcry-query-watch").daemon().factory());
        listen.accept(() -> wake(watch));
        watch.scheduleWithFixedDelay(this::round, 0, interval.toMillis(), TimeUnit.MILLISECONDS);
        thread = watch;
    }

    /** Waits for a comparison that is under way: what it works with is closed next. */
    @Override
    public synchronized void stop() {
        ScheduledExecutorService watch = thread;
        if (watch != null) {
            thread = null;
            watch.shutdownNow();
            try {
                watch.awaitTermination(STOP_LIMIT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return thread != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    private void wake(ScheduledExecutorService watch) {
        try {
            watch.execute(this::round);
        } catch (RejectedExecutionException stopped) {
            LOG.atDebug().log("no comparison of positions: the watch has stopped");
        }
    }

    void round() {
        try {
            connect.run();
            compareWithLog(readView());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | OutOfMemoryError e) {
            // Thrown on, it would be the last round.
            LOG.atError().setCause(e).log("positions could not be compared with the log, the next look is soon");
        }
    }

    /** What Redis holds of the partitions for which it answers. */
    private Map<ViewPartition, StoredView> readView() throws InterruptedException {
        List<ViewPartition> partitions = positions.partitions();
        long[] floors = partitions.stream().mapToLong(positions::floor).toArray();
        List<CompletableFuture<StoredView>> replies = reader.stored(partitions);
        String why = "";
        try {
            CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new)).get(readTimeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            why = String.valueOf(e.getCause() == null ? e : e.getCause());
        }
        Map<ViewPartition, StoredView> answered = new HashMap<>();
        List<ViewPartition> missing = new ArrayList<>();
        for (int i = 0; i < floors.length; i++) {
            if (replies.get(i).state() == Future.State.SUCCESS) {
                answered.put(partitions.get(i), replies.get(i).resultNow());
                learn(partitions.get(i), replies.get(i).resultNow(), floors[i]);
            } else {
                missing.add(partitions.get(i));
            }
        }
        findings = inOrder();
        heard(missing, why);
        return answered;
    }

    private void learn(ViewPartition partition, StoredView stored, long floor) {
        Finding last = known.get(partition);
        ViewPosition at = stored.position();
        String objection = objection(partition, stored);
        known.put(partition, new Finding(
                partition, at.next(), objection == null ? floor : Long.MAX_VALUE, last == null ? 0 : last.end(), objection));
        if (objection == null) {
            positions.observe(partition, at);
        }
    }

    /** Those of the partitions that are known, in the order of all. */
    private List<Finding> inOrder() {
        return positions.partitions().stream().flatMap(partition -> Stream.ofNullable(known.get(partition))).toList();
    }

    private void heard(List<ViewPartition> missing, String why) {
        long now = nanoTime.getAsLong();
        boolean lost = !silent.containsAll(missing);
        if (missing.isEmpty()) {
            if (!silent.isEmpty()) {
                LOG.atInfo().log("Redis answers");
            }
        } else {
            silence = why;
            if (lost || !warned && now - madeNanos > START_LIMIT_NANOS) {
                warned = true;
                LOG.atWarn().addKeyValue("partitions", missing).addKeyValue("reason", why).log("Redis does not answer");
            }
        }
        if (missing.size() < positions.partitions().size()) {
            contactNanos = now;
        }
        silent = List.copyOf(missing);
    }

    private void compareWithLog(Map<ViewPartition, StoredView> stored) throws InterruptedException {
        Question question = asked;
        if (question == null) {
            question = new Question(nanoTime.getAsLong(), stored, ends.get().toCompletableFuture());
            asked = question;
        }
        try {
            LogEnds.Ends answer = question.answer().get(ENDS_WAIT_MILLIS, TimeUnit.MILLISECONDS);
            asked = null;
            endsNanos = nanoTime.getAsLong();
            endsMissed = false;
            long askedNanos = question.nanos();
            ages.forEach(each -> each.mark(askedNanos, answer));
            Map<ViewPartition, StoredView> before = question.stored();
            known.replaceAll((partition, last) -> {
                OptionalLong end = answer.projected(partition);
                return end.isPresent() ? judge(last, before.get(partition), end.getAsLong()) : last;
            });
            findings = inOrder();
        } catch (ExecutionException e) {
            asked = null;
            if (!endsMissed && nanoTime.getAsLong() - endsNanos > ENDS_LIMIT_NANOS) {
                endsMissed = true;
                LOG.atWarn().addKeyValue("reason", String.valueOf(e.getCause())).log("Kafka does not say where the logs end");
            }
        } catch (TimeoutException e) {
            LOG.atDebug().log("Kafka has not said yet where the logs end");
        }
    }

    /** What speaks against the view of a partition, whatever the log holds: it closes the partition and is said once. */
    private @Nullable String objection(ViewPartition partition, StoredView found) {
        String objection = ids.objection(partition.log(), found);
        if (objection == null) {
            objections.remove(partition);
            return null;
        }
        positions.close(partition);
        if (!objection.equals(objections.put(partition, objection))) {
            // An older format is made anew; where it cannot be, the projection tells why.
            LOG.atLevel(found.isOutdated() ? Level.WARN : Level.ERROR).addKeyValue("partition", partition).addKeyValue("reason", objection)
                    .log("a partition of the view is neither read nor written");
        }
        return objection;
    }

    /**
     * A position beyond the end of the log, read before the end was, is of another log; one within it opens a closed partition. Where Redis
     * said nothing it has at most what it had; the log goes on.
     */
    private Finding judge(Finding last, @Nullable StoredView stored, long end) {
        ViewPartition partition = last.partition();
        if (stored == null) {
            return new Finding(partition, last.at(), last.floor(), end, last.objection());
        }
        ViewPosition at = stored.position();
        // The answer may have taken its time, and Redis have become another one since.
        String objection = last.objection() != null ? last.objection() : objection(partition, stored);
        if (objection == null && at.next() > end) {
            if (!positions.isClosed(partition)) {
                LOG.atError().addKeyValue("partition", partition).addKeyValue("position", at.next()).addKeyValue("end", end)
                        .log("Redis holds the view of another log: flush it");
            }
            positions.close(partition);
        } else if (objection == null && positions.isClosed(partition)) {
            positions.restart(partition, end);
            positions.observe(partition, at);
        }
        long floor = positions.isClosed(partition) ? Long.MAX_VALUE : last.floor() == Long.MAX_VALUE ? end : last.floor();
        return new Finding(partition, last.at(), floor, end, objection);
    }
}
