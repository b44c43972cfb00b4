// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import io.outcry.query.stream.channel.Channels;
import io.outcry.query.stream.channel.Cursor;
import io.outcry.query.stream.channel.UnknownChannelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The fan-out of one event loop, without sockets: every symbol has a price. */
final class LoopOnStage {

    static final Duration SLOW = Duration.ofSeconds(10);
    static final Duration SILENT = Duration.ofSeconds(60);
    static final Duration LIFETIME = Duration.ofHours(1);
    static final long QUEUED = 1 << 20;
    static final StreamLimits LIMITS = new StreamLimits(100, 100, 10, 20, 65_536, QUEUED, SLOW, SILENT, LIFETIME);

    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    final StreamCounts counts = new StreamCounts(meters);
    final Channels channels = new Channels(new Prices(), 64, Duration.ofMinutes(1).toNanos(), System::currentTimeMillis);
    final LoopFanout loop;
    private final Fanout fanout = new Fanout(channels, LIMITS, counts, allocator, System::currentTimeMillis);
    private final List<EmbeddedChannel> sockets = new ArrayList<>();

    /** @param first its event loop is everybody's */
    LoopOnStage(EmbeddedChannel first) {
        sockets.add(first);
        loop = new LoopFanout(first.eventLoop(), allocator, counts, new Wheel.Timing(LIMITS, System::currentTimeMillis), QUEUED);
    }

    StreamConnection connection(EmbeddedChannel of, WireFormat format) {
        sockets.add(of);
        fanout.admit();
        StreamConnection connection = new StreamConnection(fanout, loop, of.pipeline().firstContext(), format);
        loop.wheel().add(connection);
        // As with a pipeline: it hears of its end in a task of its own.
        of.closeFuture().addListener(_ -> sockets.getFirst().eventLoop().execute(connection::closed));
        return connection;
    }

    void subscribe(StreamConnection connection, String name) throws UnknownChannelException {
        connection.subscribe(channels.acquire(name, Optional.empty()), Cursor.NONE);
    }

    double ended(EndReason reason) {
        return meters.get("outcry.stream.ended").tag("reason", reason.text()).counter().count();
    }

    /** What was written to a socket since the last time, each buffer by itself. */
    static List<String> told(EmbeddedChannel channel) {
        List<String> told = new ArrayList<>();
        for (ByteBuf bytes = channel.readOutbound(); bytes != null; bytes = channel.readOutbound()) {
            told.add(bytes.toString(StandardCharsets.UTF_8));
            bytes.release();
        }
        return told;
    }

    /** Nothing is left of anybody. */
    void close() {
        sockets.forEach(EmbeddedChannel::finishAndReleaseAll);
        sockets.getFirst().runPendingTasks();
        assertThat(allocator.metric().usedDirectMemory() + allocator.metric().usedHeapMemory()).as("bytes that nobody has released")
                .isZero();
    }
}
