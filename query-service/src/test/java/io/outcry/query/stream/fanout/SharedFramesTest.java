// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.outcry.query.stream.channel.UnknownChannelException;
import io.outcry.query.view.StoredPrice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** However many watch a channel, what they get is made once for all who are at the same place. */
class SharedFramesTest {

    private static final int CROWD = 12;

    private final EmbeddedChannel first = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    private final LoopOnStage stage = new LoopOnStage(first);
    private final PlainFormat format = new PlainFormat(0, false);
    private final PlainFormat other = new PlainFormat(1, false);
    private final List<EmbeddedChannel> sockets = new ArrayList<>();
    private final List<StreamConnection> connections = new ArrayList<>();

    @AfterEach
    void close() {
        stage.close();
        assertThat(stage.counts.subscriptions.sum()).isZero();
        assertThat(stage.counts.connections()).isZero();
    }

    @Test
    void aMessageIsMadeOnceForEachFormat() throws UnknownChannelException {
        come(CROWD, format, "price:A");
        come(CROWD, other, "price:A");
        first.runPendingTasks();
        assertThat(told("\"sequence\":1")).isEqualTo(2 * CROWD);
        assertThat(format.updates).isEqualTo(1);
        assertThat(other.updates).isEqualTo(1);

        for (int sequence = 2; sequence <= 3; sequence++) {
            stage.channels.priced("A", price(sequence));
            first.runPendingTasks();
            assertThat(told("\"sequence\":" + sequence)).isEqualTo(2 * CROWD);
            assertThat(format.updates).isEqualTo(sequence);
        }
    }

    @Test
    void whoComesWhileOthersAreUpToDateHasAFrameOfHisOwn() throws UnknownChannelException {
        come(CROWD, format, "price:A");
        first.runPendingTasks();
        told("");
        come(2, format, "price:A");
        stage.channels.priced("A", price(2));
        first.runPendingTasks();
        assertThat(told("\"conflated\":0")).as("each gets one").isEqualTo(CROWD + 2);
        assertThat(format.updates).as("the first, and two in the second pass").isEqualTo(3);
    }

    @Test
    void whoHasLeftGetsNothingAndTheOthersGetTheirs() throws UnknownChannelException {
        come(CROWD, format, "price:A");
        first.runPendingTasks();
        told("");
        for (int i = 0; i < CROWD; i += 2) {
            connections.get(i).unsubscribe("price:A");
        }
        stage.channels.priced("A", price(2));
        first.runPendingTasks();
        assertThat(told("\"sequence\":2")).isEqualTo(CROWD / 2);
        for (int i = 0; i < CROWD; i += 2) {
            assertThat(connections.get(i).unsubscribe("price:A")).isFalse();
        }
    }

    @Test
    void eachIsVisitedOnceASecondAndWhoIsAtTheSamePlaceOrNowhereSharesAHeartbeat() throws UnknownChannelException {
        come(30, format, "price:A");
        come(30, other, "");
        first.runPendingTasks();
        told("");
        first.freezeTime();
        stage.loop.wheel().start();
        pass(999);
        assertThat(told("heartbeat")).as("nine tenths of them").isEqualTo(54);
        pass(1);
        assertThat(told("heartbeat")).as("the last tenth").isEqualTo(6);
        assertThat(format.heartbeats).as("one for each tick").isEqualTo(10);
        assertThat(other.heartbeats).isEqualTo(10);

        sockets.subList(10, 60).forEach(EmbeddedChannel::close);
        first.runPendingTasks();
        pass(1_000);
        assertThat(told("heartbeat")).as("of those who are left").isEqualTo(10);
        stage.loop.wheel().stop();
        pass(5_000);
        assertThat(told("heartbeat")).as("after the end").isZero();
    }

    @Test
    void whoIsElsewhereHasAHeartbeatOfHisOwn() throws UnknownChannelException {
        come(1, format, "price:A");
        come(1, format, "price:B");
        come(1, other, "price:B");
        first.runPendingTasks();
        come(1, other, "price:B");
        SharedHeartbeat heartbeat = new SharedHeartbeat(1);
        long now = System.nanoTime();
        connections.forEach(connection -> connection.visit(now, LoopOnStage.LIMITS, heartbeat));
        heartbeat.release();
        assertThat(format.heartbeats).isEqualTo(2);
        assertThat(other.heartbeats).as("one has the price, the other one not yet").isEqualTo(2);
    }

    private void come(int count, WireFormat with, String channel) throws UnknownChannelException {
        for (int i = 0; i < count; i++) {
            EmbeddedChannel socket = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
            sockets.add(socket);
            StreamConnection connection = stage.connection(socket, with);
            connections.add(connection);
            if (!channel.isEmpty()) {
                stage.subscribe(connection, channel);
            }
        }
    }

    private void pass(long millis) {
        first.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        first.runScheduledPendingTasks();
    }

    /** How many buffers with these words were written since the last time. */
    private long told(String words) {
        return sockets.stream().flatMap(socket -> LoopOnStage.told(socket).stream()).filter(text -> text.contains(words)).count();
    }

    private static StoredPrice price(long sequence) {
        return new StoredPrice(1, "HOT", "FRESH", 1, sequence, "{\"symbol\":\"A\"");
    }
}
