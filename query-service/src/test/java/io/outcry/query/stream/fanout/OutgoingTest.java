// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.outcry.query.stream.channel.Cursor;
import io.outcry.query.stream.channel.Update;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one connection gets in one pass: few or large frames as they are, several small ones in one write. */
class OutgoingTest {

    private static final int LARGEST_SMALL = 2_048;

    private final EmbeddedChannel socket = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    private final LoopOnStage stage = new LoopOnStage(socket);
    private final StreamConnection connection = stage.connection(socket, new PlainFormat(0, false));
    private final List<Frame> frames = new ArrayList<>();

    @AfterEach
    void close() {
        frames.forEach(Frame::release);
        stage.close();
    }

    @Test
    void threeAreWrittenAsTheyAre() {
        send(3, frame("a"), frame("b"), frame("c"));
        assertThat(LoopOnStage.told(socket)).containsExactly("a", "b", "c");
    }

    @Test
    void fourSmallOnesAreOneWrite() {
        send(4, frame("a"), frame("b"), frame("c"), frame("d"));
        assertThat(LoopOnStage.told(socket)).containsExactly("abcd");
    }

    @Test
    void aLargeOneIsWrittenAsItIsInItsPlace() {
        String small = "s".repeat(LARGEST_SMALL);
        String large = "l".repeat(LARGEST_SMALL + 1);
        send(5, frame("a"), frame(small), frame(large), frame("b"), frame("c"));
        assertThat(LoopOnStage.told(socket)).containsExactly("a" + small, large, "bc");
    }

    @Test
    void aWriteIsNoLargerThanSixteenKibAndTheFrameThatFillsIt() {
        String small = "s".repeat(LARGEST_SMALL);
        Frame[] many = new Frame[12];
        for (int i = 0; i < many.length; i++) {
            many[i] = frame(small);
        }
        send(many.length, many);
        assertThat(LoopOnStage.told(socket)).extracting(String::length).containsExactly(8 * LARGEST_SMALL, 4 * LARGEST_SMALL);
    }

    @Test
    void whatIsInTheFramesIsCountedAndOneWithoutBytesIsNone() {
        send(3, frame("a"), frame(null), frame("b"));
        assertThat(LoopOnStage.told(socket)).containsExactly("a", "b");
        assertThat(stage.counts.delivered.sum()).isEqualTo(2);
        assertThat(stage.counts.conflated.sum()).isEqualTo(4);
        assertThat(stage.counts.dropped.sum()).isEqualTo(6);
    }

    private void send(int expected, Frame... all) {
        Outgoing out = new Outgoing(
                socket.pipeline().firstContext(), stage.allocator, connection, expected);
        for (Frame frame : all) {
            out.add(frame);
        }
        out.finish(stage.counts);
    }

    /** Of one message that stands for two more, and says that three are missing. */
    private Frame frame(@Nullable String text) {
        ByteBuf bytes = text == null ? null : stage.allocator.directBuffer().writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        Update update = new Update(Cursor.NONE, 1, List.of(new byte[0]), 2, 3, false);
        Frame frame = new Frame(Cursor.NONE, update, bytes, new Frame.Holders());
        frames.add(frame);
        return frame;
    }
}
