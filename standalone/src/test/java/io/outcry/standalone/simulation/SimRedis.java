// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A Redis with a replica that lags. A failover loses what the replica has not got yet; a write that was given up may still be carried out,
 * at once or later; a message that was published may be lost.
 */
final class SimRedis {

    private static final int LATEST_MILLIS = 5_000;
    private static final byte[] OK = "OK".getBytes(StandardCharsets.UTF_8);

    private final VirtualTime time;
    private final Chance chance;
    private final Faults faults;
    private final Bug bug;
    private final ViewScripts scripts;
    private final Runnable changed;
    private final Consumer<ScriptCall> ran;
    private final List<Consumer<String>> subscribers = new ArrayList<>();
    private final Set<String> loaded = new HashSet<>();
    private final ArrayDeque<Consumer<Keyspace>> backlog = new ArrayDeque<>();
    private Keyspace primary;
    private Keyspace replica;
    private boolean reachable = true;

    /**
     * @param changed is called after each change of what readers see
     * @param ran hears of each batch that is carried out, whether it fits or not
     */
    SimRedis(
            VirtualTime time, Chance chance, Faults faults, Bug bug, ViewScripts scripts, Runnable changed, Consumer<ScriptCall> ran) {
        this.ran = ran;
        this.time = time;
        this.chance = chance;
        this.faults = faults;
        this.bug = bug;
        this.scripts = scripts;
        this.changed = changed;
        primary = new Keyspace();
        replica = new Keyspace();
    }

    /** What readers see now. */
    Keyspace view() {
        return primary;
    }

    void reachable(boolean now) {
        reachable = now;
    }

    void subscribe(Consumer<String> subscriber) {
        subscribers.add(subscriber);
    }

    void unsubscribe(Consumer<String> subscriber) {
        subscribers.remove(subscriber);
    }

    /** The replica catches up with some of what it lacks. */
    void replicate() {
        for (int i = chance.skewed(0, backlog.size()); i > 0; i--) {
            backlog.remove().accept(replica);
        }
    }

    /** The replica takes over as it is. */
    void failOver() {
        backlog.clear();
        primary = replica;
        replica = primary.copy();
        loaded.clear();
        changed.run();
    }

    void flush() {
        primary.clear();
        replica.clear();
        backlog.clear();
        loaded.clear();
        changed.run();
    }

    private void mutate(Consumer<Keyspace> mutation) {
        mutation.accept(primary);
        backlog.add(mutation);
        changed.run();
    }

    RedisAnswer<byte @Nullable []> get(String key) {
        return read(() -> primary.get(key));
    }

    RedisAnswer<List<KeyValue<String, byte[]>>> mget(String[] keys) {
        return read(() -> {
            List<KeyValue<String, byte[]>> values = new ArrayList<>();
            for (String key : keys) {
                values.add(KeyValue.fromNullable(key, primary.get(key)));
            }
            return values;
        });
    }

    /** All keys that begin so, in one page. */
    RedisAnswer<KeyScanCursor<String>> scan(String prefix) {
        return read(() -> {
            KeyScanCursor<String> cursor = new KeyScanCursor<>();
            cursor.setFinished(true);
            primary.keys().stream().filter(key -> key.startsWith(prefix)).forEach(cursor.getKeys()::add);
            return cursor;
        });
    }

    /** A script by its digest, which a Redis that has just begun does not know. */
    RedisAnswer<Object> call(String digest, String[] keys, byte[][] values) {
        return loaded.contains(digest) ? script(scripts.name(digest), keys, values) : RedisAnswer.failed(noScript());
    }

    /** A script by its source. */
    RedisAnswer<Object> load(String source, String digest, String[] keys, byte[][] values) {
        loaded.add(digest);
        return script(scripts.name(source), keys, values);
    }

    private static RedisException noScript() {
        return new RedisNoScriptException("NOSCRIPT No matching script. Please use EVAL.");
    }

    private RedisAnswer<Object> script(String name, String[] keys, byte[][] values) {
        if (name.equals("apply")) {
            ScriptCall call = new ScriptCall(keys, values);
            if (call.isQuestion()) {
                return read(() -> stored(call));
            }
            return write(() -> run(call));
        }
        if (name.equals("clear")) {
            return write(() -> clear(keys));
        }
        String[] texts = new String[values.length];
        for (int i = 0; i < values.length; i++) {
            texts[i] = new String(values[i], StandardCharsets.UTF_8);
        }
        return read(() -> scripts.read(name, primary, keys, texts));
    }

    /** Keys: the position, then what goes if there is none. */
    private long clear(String[] keys) {
        if (primary.get(keys[0]) != null) {
            return 0;
        }
        mutate(view -> List.of(keys).subList(1, keys.length).forEach(view::delete));
        return keys.length - 1;
    }

    private <T> RedisAnswer<T> read(Supplier<T> question) {
        if (!reachable) {
            return RedisAnswer.failed(new RedisException("Currently not connected. Commands are rejected."));
        }
        return faults.write() == Faults.Write.DONE ? RedisAnswer.of(question.get()) : RedisAnswer.failed(timedOut());
    }

    private static RedisException timedOut() {
        return new RedisCommandTimeoutException("Command timed out after 2 second(s)");
    }

    private RedisAnswer<Object> write(Supplier<Object> change) {
        if (!reachable) {
            return RedisAnswer.failed(new RedisException("Currently not connected. Commands are rejected."));
        }
        switch (faults.write()) {
            case DONE -> {
                return RedisAnswer.of(change.get());
            }
            case LOST -> {}
            case UNREPORTED -> change.get();
            case LATE -> time.after(chance.skewed(1, LATEST_MILLIS), change::get);
        }
        return RedisAnswer.failed(timedOut());
    }

    private byte[] run(ScriptCall batch) {
        ran.accept(batch);
        if (bug == Bug.SCRIPT_DOES_NOT_COMPARE) {
            mutate(view -> {
                batch.commands(view);
                view.set(batch.keys()[0], batch.values()[1]);
            });
            publish(batch);
            return OK;
        }
        String stored = new String(stored(batch), StandardCharsets.UTF_8);
        if (!stored.equals(batch.expected())) {
            return stored(batch);
        }
        if (bug == Bug.POSITION_BEFORE_DATA) {
            primary.set(batch.keys()[0], batch.values()[1]);
            backlog.add(view -> view.set(batch.keys()[0], batch.values()[1]));
            backlog.add(batch::commands);
            batch.commands(primary);
            changed.run();
        } else {
            mutate(batch::run);
        }
        publish(batch);
        return OK;
    }

    private byte[] stored(ScriptCall batch) {
        String stored = primary.text(batch.keys()[0]);
        return (stored == null ? "" : stored).getBytes(StandardCharsets.UTF_8);
    }

    private void publish(ScriptCall batch) {
        for (Consumer<String> subscriber : List.copyOf(subscribers)) {
            if (!faults.strikes(faults.lostMessage, Happening.MESSAGE_LOST)) {
                time.after(chance.between(0, 2) + faults.delay(), () -> subscriber.accept(batch.message()));
            }
        }
    }
}
