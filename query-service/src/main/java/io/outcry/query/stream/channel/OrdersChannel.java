// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.query.stream.channel.History.Entry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The orders of one account: first those that are open, then every report. Reports are never conflated and never dropped silently: who
 * falls further behind than is kept gets a {@code resync} that says how many are missing, and then the open orders again.
 *
 * <p>An account's orders are in several partitions, so the sequence is one of this instance, and the epoch is its own.
 */
final class OrdersChannel extends LiveChannel {

    static final String NAME = "orders";
    /** Open orders that a newcomer gets at most. */
    static final int SNAPSHOT = 1_000;
    /** Open orders that are kept: those that are told, and others that take the place of some that end. */
    private static final int KEPT = 10 * SNAPSHOT;
    /** Characters of a report; one without fills has somewhat fewer. */
    private static final int USUAL_LENGTH = 512;

    private final String account;
    private final long epoch;
    private final Loading<StreamSource.OpenOrders> loading;
    private final History<Report> history;
    /**
     * The account's open orders by id, in the order of placement: all of them, or where there were more than a snapshot tells at the start or
     * than are kept since, the newest.
     */
    private final SequencedMap<String, String> open = new LinkedHashMap<>();
    /** There are open orders that are older than all that are here. */
    private boolean more;
    /** Newest outcome of each partition whose report is not here: an answer must include it. */
    private final Map<Integer, Long> least = new HashMap<>();
    private StreamSource.@Nullable OpenOrders stored;
    private long sequence;

    /**
     * One report of an order.
     *
     * @param outcome sequence of the outcome in its partition
     * @param isPlaced whether the outcome placed it
     * @param isOpen whether the order can still trade
     * @param order its JSON without fills
     * @param answer its JSON with the fills that the outcome brought
     */
    record Report(int partition, long outcome, String orderId, boolean isPlaced, boolean isOpen, String order, String answer) {}

    OrdersChannel(String account, long epoch, Supplier<CompletionStage<StreamSource.OpenOrders>> source, int historyWeight) {
        super(NAME, -1);
        this.account = account;
        this.epoch = epoch;
        this.loading = new Loading<>(this, source);
        this.history = new History<>(historyWeight, this::dropped);
    }

    /**
     * Asks for the open orders. What is reported until they are here is kept.
     *
     * @param heard newest outcome of each partition that was announced before this channel heard of any, so that the answer must include it
     */
    void load(Map<Integer, Long> heard) {
        synchronized (this) {
            stored = null;
            // Who asks first for a new channel may come here later than a restart, whose answer must include more.
            heard.forEach(this::demand);
        }
        loading.ask(this::includes, this::begin);
    }

    private void demand(int partition, long outcome) {
        least.merge(partition, outcome, Math::max);
    }

    private synchronized boolean includes(StreamSource.OpenOrders answer) {
        return answer.sequences().entrySet().stream().allMatch(of -> of.getValue() >= least.getOrDefault(of.getKey(), 0L));
    }

    private void dropped(Entry<Report> entry) {
        if (stored == null) {
            demand(entry.event().partition(), entry.event().outcome());
        }
    }

    private void begin(StreamSource.OpenOrders answer) {
        List<Entry<Report>> early = history.all();
        history.restart(sequence);
        stored = answer;
        more = answer.more();
        open.clear();
        answer.orders().reversed().forEach(order -> open.put(orderId(order), order));
        early.forEach(entry -> add(entry.event()));
    }

    /** The JSON of an order begins with its id. */
    private static String orderId(String order) {
        int start = order.indexOf(':') + 2;
        return order.substring(start, order.indexOf('"', start));
    }

    String account() {
        return account;
    }

    @Override
    public CompletionStage<Void> ready() {
        return loading.ready();
    }

    void reported(Report report) {
        synchronized (this) {
            add(report);
        }
        announce();
    }

    private void add(Report report) {
        StreamSource.OpenOrders known = stored;
        if (known != null && report.outcome() <= known.sequences().getOrDefault(report.partition(), 0L)) {
            return;
        }
        history.add(++sequence, weight(report), report);
        if (!report.isOpen()) {
            open.remove(report.orderId());
        } else if (report.isPlaced() || open.containsKey(report.orderId())) {
            // One that is neither is older than all that are known here, and what is between them is not.
            open.put(report.orderId(), report.order());
            if (open.size() > KEPT) {
                open.pollFirstEntry();
                more = true;
            }
        }
    }

    /** A report is 1 up to the length of a usual one; the fills of a large outcome make it as heavy as the reports that it takes the room of. */
    private static int weight(Report report) {
        return 1 + report.answer().length() / USUAL_LENGTH;
    }

    @Override
    public synchronized Update since(Cursor from) {
        if (stored == null) {
            return Update.nothing(from, epoch);
        }
        List<Entry<Report>> missed = from.version() < 0 ? null : history.since(from.version());
        Cursor to = new Cursor(history.version(), sequence);
        List<byte[]> messages = new ArrayList<>();
        if (missed != null) {
            int bytes = 0;
            for (Entry<Report> entry : missed) {
                if (bytes >= Update.ENOUGH_BYTES) {
                    return new Update(new Cursor(entry.version() - 1, entry.sequence() - 1), epoch, messages, 0, 0, true);
                }
                byte[] message = message(entry);
                bytes += message.length;
                messages.add(message);
            }
            return new Update(to, epoch, messages, 0, 0);
        }
        long dropped = from.version() < 0 ? 0 : history.version() - from.version();
        if (dropped > 0) {
            // Where the subscriber is: cut off before the orders have come, he must not go on from where they are.
            messages.add(utf8(open("resync", from.sequence()).append(",\"dropped\":").append(dropped)
                    .append(",\"reason\":\"reports are missing: read the orders again\"}")));
        }
        messages.add(snapshot());
        return new Update(to, epoch, messages, 0, dropped);
    }

    private byte[] message(Entry<Report> entry) {
        StringBuilder json = new StringBuilder(640).append("{\"channel\":\"orders\",\"type\":\"order\",\"epoch\":").append(epoch);
        json.append(",\"first\":").append(entry.sequence()).append(",\"sequence\":").append(entry.sequence());
        return utf8(json.append(",\"order\":").append(entry.event().answer()).append('}'));
    }

    private byte[] snapshot() {
        StringBuilder json = open("snapshot", sequence).append(",\"orders\":[");
        int count = 0;
        for (String order : open.sequencedValues().reversed()) {
            if (count == SNAPSHOT) {
                break;
            }
            json.append(count++ == 0 ? "" : ",").append(order);
        }
        return utf8(json.append("],\"more\":").append(more || open.size() > SNAPSHOT).append('}'));
    }

    private StringBuilder open(String type, long at) {
        return new StringBuilder(128).append("{\"channel\":\"orders\",\"type\":\"").append(type).append("\",\"epoch\":").append(epoch)
                .append(",\"sequence\":").append(at);
    }

    private static byte[] utf8(StringBuilder json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public synchronized @Nullable Cursor resume(long ofEpoch, long atSequence) {
        return ofEpoch == epoch && stored != null ? history.at(atSequence, sequence) : null;
    }

    @Override
    synchronized void evictBefore(long nanos) {
        history.evictBefore(nanos);
    }

    /**
     * The log had a hole: what was reported in it is not known. What the other partitions have reported is forgotten as well, so the answer
     * must include it.
     */
    @Override
    void restart(Map<Integer, Long> heard) {
        synchronized (this) {
            sequence++;
            history.restart(sequence);
            least.clear();
        }
        load(heard);
    }
}
