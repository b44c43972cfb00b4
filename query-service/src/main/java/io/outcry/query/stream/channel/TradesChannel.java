// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import io.outcry.query.stream.channel.History.Entry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The trades of a symbol: first the newest ones, then each. Trades are not conflated. Who falls further behind than is kept gets the newest
 * ones again, with the number of outcomes whose trades he did not get one by one.
 */
final class TradesChannel extends LiveChannel {

    /** How many a newcomer gets. */
    static final int SNAPSHOT = 50;

    private final LongSupplier epoch;
    private final LongSupplier heard;
    private final Loading<StreamSource.RecentTrades> loading;
    private final History<List<String>> history;
    /** The newest trades, newest first, at most as many as a newcomer gets: no outcome is so large that there is a hole between them. */
    private final Deque<Traded> newest = new ArrayDeque<>(SNAPSHOT);
    /** Newest outcome whose trades were dropped before there was an answer: what comes after it is known one by one. */
    private long lost;
    private StreamSource.@Nullable RecentTrades stored;

    /**
     * A trade that a newcomer gets.
     *
     * @param sequence of its outcome; of a stored one, that of the view it was read from
     */
    private record Traded(long sequence, String json) {}

    /**
     * @param heard the newest outcome of the partition that was announced, whatever its symbol
     * @param source answers with the newest trades as they are stored
     */
    TradesChannel(
            String symbol, int partition, LongSupplier epoch, LongSupplier heard,
            Supplier<CompletionStage<StreamSource.RecentTrades>> source, int historyWeight) {
        super("trades:" + symbol, partition);
        this.epoch = epoch;
        this.heard = heard;
        this.loading = new Loading<>(this, source);
        this.history = new History<>(historyWeight, this::dropped);
    }

    /**
     * Asks for the stored trades. What is announced until they are here is kept.
     *
     * @param least newest outcome of the partition that was announced already, so that the answer must include it
     */
    void load(long least) {
        synchronized (this) {
            stored = null;
        }
        loading.ask(answer -> answer.sequence() >= least, this::begin);
    }

    private void begin(StreamSource.RecentTrades answer) {
        List<Entry<List<String>>> early = history.all();
        history.restart(Math.max(answer.sequence(), lost), lost > 0 || isOneOfSeveral(answer));
        stored = answer;
        lost = 0;
        early.stream().filter(entry -> entry.sequence() > answer.sequence())
                .forEach(entry -> history.add(entry.sequence(), entry.event().size(), entry.event()));
        newest.removeIf(trade -> trade.sequence() <= answer.sequence());
        answer.newestFirst().stream().limit(SNAPSHOT - newest.size()).forEach(json -> newest.addLast(new Traded(answer.sequence(), json)));
    }

    /** Whether the view stands at an outcome with several trades: the newest has the highest index in its id, sequence-index. */
    private static boolean isOneOfSeveral(StreamSource.RecentTrades answer) {
        String mark = "\"tradeId\":\"" + answer.sequence() + "-";
        return answer.newestFirst().stream().limit(1).anyMatch(trade -> {
            int index = trade.indexOf(mark) + mark.length();
            return index >= mark.length() && trade.charAt(index) != '0';
        });
    }

    private void dropped(Entry<List<String>> entry) {
        lost = stored == null ? entry.sequence() : 0;
    }

    @Override
    public CompletionStage<Void> ready() {
        return loading.ready();
    }

    /** @param trades each as JSON, in the order of execution */
    void traded(long sequence, List<String> trades) {
        synchronized (this) {
            add(sequence, trades);
        }
        announce();
    }

    /** What the stored trades include already is no news. */
    private void add(long sequence, List<String> trades) {
        StreamSource.RecentTrades known = stored;
        if (known == null || sequence > known.sequence()) {
            history.add(sequence, trades.size(), trades);
            trades.subList(Math.max(0, trades.size() - SNAPSHOT), trades.size())
                    .forEach(json -> newest.addFirst(new Traded(sequence, json)));
            while (newest.size() > SNAPSHOT) {
                newest.removeLast();
            }
        }
    }

    @Override
    public synchronized Update since(Cursor from) {
        StreamSource.RecentTrades known = stored;
        if (known == null) {
            return Update.nothing(from, epoch.getAsLong());
        }
        List<Entry<List<String>>> missed = from.version() < 0 ? null : history.since(from.version());
        if (missed == null) {
            return snapshot(from, known.sequence());
        }
        List<byte[]> messages = new ArrayList<>();
        long version = from.version();
        long before = from.sequence();
        int bytes = 0;
        for (Entry<List<String>> entry : missed) {
            if (bytes >= Update.ENOUGH_BYTES) {
                return new Update(new Cursor(version, before), epoch.getAsLong(), messages, 0, 0, true);
            }
            version = entry.version();
            if (entry.sequence() > before) {
                for (String trade : entry.event()) {
                    byte[] message = message(before + 1, trade);
                    bytes += message.length;
                    messages.add(message);
                }
                before = entry.sequence();
            }
        }
        return new Update(new Cursor(history.version(), before), epoch.getAsLong(), messages, 0, 0);
    }

    private byte[] message(long first, String trade) {
        return ("{\"channel\":\"" + name() + "\",\"type\":\"trade\",\"epoch\":" + epoch.getAsLong() + ",\"first\":" + first + ','
                + trade.substring(1)).getBytes(StandardCharsets.UTF_8);
    }

    /** @param least sequence of the stored trades that the channel began with */
    private Update snapshot(Cursor from, long least) {
        long sequence = newest.isEmpty() ? least : newest.getFirst().sequence();
        long dropped = from.version() < 0 ? 0 : history.version() - from.version();
        String json = "{\"channel\":\"" + name() + "\",\"type\":\"snapshot\",\"epoch\":" + epoch.getAsLong() + ",\"sequence\":" + sequence
                + (dropped == 0 ? "" : ",\"dropped\":" + dropped)
                + ",\"trades\":[" + newest.stream().map(Traded::json).collect(Collectors.joining(",")) + "]}";
        return new Update(
                new Cursor(history.version(), sequence), epoch.getAsLong(), List.of(json.getBytes(StandardCharsets.UTF_8)), 0, dropped);
    }

    /**
     * The trades of one outcome are several messages. Who has got one of them gets all of them again, for the others may not have arrived.
     *
     * <p>Measured by the partition and not by the trades: stored trades have the partition's sequence, so who comes from another instance may
     * have one at which nothing was traded.
     */
    @Override
    public synchronized @Nullable Cursor resume(long ofEpoch, long sequence) {
        StreamSource.RecentTrades known = stored;
        return ofEpoch == epoch.getAsLong() && known != null
                ? history.partlyAt(sequence, Math.max(known.sequence(), heard.getAsLong()))
                : null;
    }

    @Override
    void restart(Map<Integer, Long> heardOfOthers) {
        synchronized (this) {
            history.restart(Long.MAX_VALUE);
            newest.clear();
            lost = 0;
        }
        load(0);
    }
}
