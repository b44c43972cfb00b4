// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.outcry.query.stream.channel.Cursor;
import io.outcry.query.stream.channel.LiveChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request to subscribe, until all its channels can begin. */
final class Opening {

    private final Command.Subscribe command;
    private final Map<String, LiveChannel> channels = new LinkedHashMap<>();
    private final Set<String> added = new HashSet<>();
    private final Map<String, Cursor> resumed = new LinkedHashMap<>();

    Opening(Command.Subscribe command) {
        this.command = command;
    }

    String id() {
        return command.id();
    }

    /** How many channels it adds to those that the connection has. */
    int added() {
        return added.size();
    }

    boolean contains(String name) {
        return channels.containsKey(name);
    }

    /** @param known whether the connection has it already */
    void add(LiveChannel channel, boolean known) {
        channels.put(channel.name(), channel);
        if (!known) {
            added.add(channel.name());
        }
    }

    @Nullable
    LiveChannel remove(String name) {
        added.remove(name);
        return channels.remove(name);
    }

    Collection<LiveChannel> channels() {
        return channels.values();
    }

    /** Completes, never exceptionally, when each channel can begin or is known not to. */
    CompletableFuture<Void> ready() {
        CompletableFuture<?>[] all = channels.values().stream()
                .map(channel -> channel.ready().toCompletableFuture().exceptionally(_ -> null)).toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(all);
    }

    /** Where a channel begins: where the client left it, if it said so and that is still known. */
    Cursor from(LiveChannel channel) {
        return resumed.getOrDefault(channel.name(), Cursor.NONE);
    }

    /** The answer to the client about the channels that begin; finds out where each does. */
    byte[] reply(List<LiveChannel> begun) {
        List<String> names = new ArrayList<>(begun.size());
        List<String> unrecovered = new ArrayList<>(0);
        boolean asked = false;
        for (LiveChannel channel : begun) {
            names.add(channel.name());
            Command.Point point = command.resume().get(channel.name());
            if (point != null) {
                asked = true;
                Cursor at = channel.resume(point.epoch(), point.sequence());
                if (at == null) {
                    unrecovered.add(channel.name());
                } else {
                    resumed.put(channel.name(), at);
                }
            }
        }
        return Replies.subscribed(id(), names, asked ? unrecovered.isEmpty() : null, unrecovered);
    }
}
