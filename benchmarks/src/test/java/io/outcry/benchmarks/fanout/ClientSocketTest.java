// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client reads out of a message what is in it, however it is cut, and sees every price that nothing accounts for. */
class ClientSocketTest {

    private static final int MESSAGES = 2;
    private static final int CONFLATED = 3;
    private static final int LOST = 4;
    private static final int P99 = 6;

    private final ClientTally tally = new ClientTally();
    private EmbeddedChannel channel;

    @BeforeEach
    void open() {
        channel = new EmbeddedChannel(new ClientSocket(tally, 100, new byte[]{1}, () -> {}));
        channel.writeInbound(
                Unpooled.copiedBuffer("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n", StandardCharsets.US_ASCII));
        tally.start();
    }

    @Test
    void seesTheSymbolTheSequenceAndTheTime() {
        channel.writeInbound(frame(new Quote(42, 7, System.currentTimeMillis() - 500).message()));
        channel.writeInbound(frame(new Quote(42, 8, System.currentTimeMillis() - 500).message()));
        channel.writeInbound(frame(new Quote(43, 100, System.currentTimeMillis() - 500).message()));
        assertThat(seen(MESSAGES)).isEqualTo(3);
        assertThat(seen(LOST)).isZero();
        assertThat(seen(P99)).isBetween(495L, 60_000L);
    }

    @Test
    void readsMessagesThatComeInPieces() {
        ByteBuf both = Unpooled.wrappedBuffer(
                frame(new Quote(1, 1, 1_700_000_000_000L).message()), frame(new Quote(1, 2, 1_700_000_000_000L).message()));
        while (both.isReadable()) {
            channel.writeInbound(both.readBytes(Math.min(7, both.readableBytes())));
        }
        assertThat(seen(MESSAGES)).isEqualTo(2);
        assertThat(seen(LOST)).isZero();
    }

    @Test
    void whatIsConflatedIsAccountedForAndWhatIsMissingIsNot() {
        channel.writeInbound(frame(new Quote(1, 1, 1_700_000_000_000L).message()));
        channel.writeInbound(frame(conflated(new Quote(1, 14, 1_700_000_000_000L), 12)));
        assertThat(seen(CONFLATED)).isEqualTo(12);
        assertThat(seen(LOST)).isZero();
        channel.writeInbound(frame(conflated(new Quote(1, 20, 1_700_000_000_000L), 2)));
        assertThat(seen(LOST)).isEqualTo(3);
    }

    @Test
    void otherMessagesAreNotCounted() {
        channel.writeInbound(frame("{\"type\":\"heartbeat\",\"time\":1,\"sequences\":{}}".getBytes(StandardCharsets.US_ASCII)));
        assertThat(seen(MESSAGES)).isZero();
    }

    private static byte[] conflated(Quote quote, int count) {
        return new String(quote.message(), StandardCharsets.US_ASCII).replace("\"conflated\":0", "\"conflated\":" + count)
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static ByteBuf frame(byte[] message) {
        ByteBuf frame = Unpooled.buffer().writeByte(0x81);
        if (message.length > 125) {
            frame.writeByte(126).writeShort(message.length);
        } else {
            frame.writeByte(message.length);
        }
        return frame.writeBytes(message);
    }

    private long seen(int field) {
        return Long.parseLong(tally.line().split(" ")[field]);
    }
}
