// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Principal;
import io.outcry.query.stream.channel.LiveChannel;
import io.outcry.query.stream.channel.UnknownChannelException;
import io.outcry.query.stream.fanout.Fanout;
import io.outcry.query.stream.fanout.StreamConnection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Does what the messages of one client say. Confined to its event loop. */
final class Subscriber {

    private final Fanout fanout;
    private final StreamConnection connection;
    private final Executor loop;
    private final Function<String, Principal> keys;
    private final Mistakes mistakes;
    private final Commands commands;
    /** Requests that wait for a channel to begin; what they hold counts as subscribed. */
    private final List<Opening> openings = new ArrayList<>(0);
    /**
     * What has not been done yet, in its order: what the client said while he did not take his answers, or a request that waits for symbols
     * to be known, and what came after it. Nothing more is read from him meanwhile.
     */
    private final Deque<Waiting> waiting = new ArrayDeque<>(1);
    /** It will be looked again whether the symbols are known. */
    private boolean looksAgain;
    /** The message at hand has been told of: however many channels it names wrongly, it is one mistake. */
    private boolean mistaken;
    private Optional<Principal> client;

    /**
     * @param keys who an {@code Authorization} header belongs to; refuses those who may not trade
     * @param client who it is, if its request said so
     * @param mistakes hears of what cannot be done
     */
    Subscriber(
            Fanout fanout, StreamConnection connection, Executor loop, Function<String, Principal> keys, Optional<Principal> client,
            Mistakes mistakes) {
        this.fanout = fanout;
        this.connection = connection;
        this.loop = loop;
        this.keys = keys;
        this.client = client;
        client.ifPresent(known -> connection.authorizedUntil(known.untilMillis()));
        this.mistakes = mistakes;
        this.commands = new Commands(fanout.limits().maxChannels());
    }

    /** Hears of what cannot be done. */
    interface Mistakes {

        /**
         * @param channel the one that it is about, if it is about one
         * @param isFirst of its message
         */
        void tell(MistakeException mistake, @Nullable String channel, boolean isFirst);
    }

    /** As it came: what it says may take far more room. */
    private record Waiting(byte[] text, Patience patience) {}

    void message(byte[] text) {
        waiting.add(new Waiting(text, new Patience(fanout.channels())));
        if (waiting.size() == 1) {
            goOn();
        }
    }

    /** What the client asked for meanwhile is done at once, before more of what he is subscribed to fills the room. */
    void writabilityChanged() {
        if (!waiting.isEmpty() && connection.isWritable()) {
            goOn();
            connection.flush();
        }
    }

    private void goOn() {
        while (!waiting.isEmpty() && connection.isWritable()) {
            Waiting next = waiting.element();
            mistaken = false;
            try {
                Command command = commands.parse(next.text());
                if (command instanceof Command.Subscribe subscribe && next.patience().lastsFor(subscribe.channels())) {
                    lookAgain();
                    break;
                }
                waiting.remove();
                perform(command);
            } catch (MistakeException e) {
                waiting.remove();
                tell(e, null);
            }
        }
        connection.hold(!waiting.isEmpty());
    }

    private void lookAgain() {
        if (!looksAgain) {
            looksAgain = true;
            CompletableFuture.delayedExecutor(Patience.PAUSE_MILLIS, TimeUnit.MILLISECONDS, loop).execute(() -> {
                looksAgain = false;
                goOn();
                connection.flush();
            });
        }
    }

    private void perform(Command command) {
        switch (command) {
            case Command.Subscribe subscribe -> open(subscribe);
            case Command.Unsubscribe unsubscribe -> unsubscribe(unsubscribe);
            case Command.Auth auth -> authenticate(auth);
        }
    }

    private void open(Command.Subscribe command) {
        Opening opening = new Opening(command);
        boolean full = false;
        int held = connection.size() + openings.stream().mapToInt(Opening::added).sum();
        for (String name : command.channels()) {
            if (opening.contains(name)) {
                continue;
            }
            boolean known = connection.isSubscribed(name);
            if (!known && held + opening.added() >= fanout.limits().maxChannels()) {
                if (!full) {
                    full = true;
                    mistake(ErrorCode.INVALID_FIELD, command.id(), "a connection has at most " + fanout.limits().maxChannels()
                            + " channels: neither this one nor another new one after it", name);
                }
                continue;
            }
            try {
                opening.add(fanout.channels().acquire(name, client), known);
            } catch (UnknownChannelException e) {
                mistake(e.code(), command.id(), String.valueOf(e.getMessage()), name);
            }
        }
        openings.add(opening);
        CompletableFuture<Void> ready = opening.ready();
        if (ready.isDone()) {
            begin(opening);
        } else {
            ready.whenComplete((_, _) -> later(opening));
        }
    }

    private void later(Opening opening) {
        try {
            loop.execute(() -> {
                mistaken = false;
                begin(opening);
            });
        } catch (RejectedExecutionException closed) {
            opening.channels().forEach(fanout.channels()::release);
        }
    }

    private void begin(Opening opening) {
        openings.remove(opening);
        List<LiveChannel> begun = new ArrayList<>(opening.channels().size());
        for (LiveChannel channel : opening.channels()) {
            if (!connection.isOpen() || channel.ready().toCompletableFuture().isCompletedExceptionally()) {
                fanout.channels().release(channel);
                mistake(ErrorCode.VIEW_UNAVAILABLE, opening.id(), "the read model cannot be read now: try again", channel.name());
            } else {
                begun.add(channel);
            }
        }
        if (!begun.isEmpty()) {
            connection.write(WebSocketFormat.INSTANCE.text(connection.allocator(), opening.reply(begun)));
            begun.forEach(channel -> connection.subscribe(channel, opening.from(channel)));
        }
        // Nobody else does, where this comes later than the message that it answers.
        connection.flush();
    }

    private void unsubscribe(Command.Unsubscribe command) {
        List<String> left = new ArrayList<>();
        for (String name : command.channels()) {
            boolean was = connection.unsubscribe(name);
            for (Opening opening : openings) {
                LiveChannel given = opening.remove(name);
                if (given != null) {
                    fanout.channels().release(given);
                    was = true;
                }
            }
            if (was) {
                left.add(name);
            } else {
                mistake(ErrorCode.NOT_FOUND, command.id(), "not subscribed", name);
            }
        }
        if (!left.isEmpty()) {
            connection.write(WebSocketFormat.INSTANCE.text(connection.allocator(), Replies.unsubscribed(command.id(), left)));
        }
    }

    private void authenticate(Command.Auth command) {
        try {
            Principal found = keys.apply("Bearer " + command.token());
            if (client.isPresent() && !client.get().account().equals(found.account())) {
                mistake(ErrorCode.FORBIDDEN, command.id(), "this connection is of another account", null);
                return;
            }
            client = Optional.of(found);
            connection.authorizedUntil(found.untilMillis());
            connection.write(WebSocketFormat.INSTANCE.text(connection.allocator(), Replies.authenticated(command.id(), found.account())));
        } catch (ApiException e) {
            mistake(e.problem().code(), command.id(), e.problem().detail(), null);
        }
    }

    private void mistake(ErrorCode code, String id, String detail, @Nullable String channel) {
        if (connection.isOpen()) {
            tell(new MistakeException(code, id, detail), channel);
        }
    }

    private void tell(MistakeException mistake, @Nullable String channel) {
        mistakes.tell(mistake, channel, !mistaken);
        mistaken = true;
    }
}
