// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.outcry.query.stream.channel.Cursor;
import io.outcry.query.stream.channel.Update;
import io.outcry.query.stream.fanout.EndReason;
import io.outcry.query.stream.fanout.Heartbeat;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes of both kinds of stream. */
class WireFormatsTest {

    private static final ByteBufAllocator MEMORY = UnpooledByteBufAllocator.DEFAULT;
    private static final WebSocketFormat FRAMES = WebSocketFormat.INSTANCE;
    private static final EventStreamFormat EVENTS = EventStreamFormat.INSTANCE;
    private static final Update TWO = new Update(new Cursor(5, 9), 77, List.of(ascii("{1}"), ascii("{2}")), 0, 0, false);

    /** RFC 6455, section 5.2: in as few bytes as it goes into. */
    @ParameterizedTest
    @CsvSource({"0, 8100", "125, 817d", "126, 817e007e", "65535, 817effff", "65536, 817f0000000000010000"})
    void aFrameSaysHowLongItIs(int length, String header) {
        String frame = hex(FRAMES.text(MEMORY, new byte[length]));
        assertThat(frame).startsWith(header).hasSize(header.length() + 2 * length);
    }

    @Test
    void eachMessageOfAnUpdateIsAFrame() {
        assertThat(hex(FRAMES.update(MEMORY, TWO))).isEqualTo("81037b317d" + "81037b327d");
    }

    @Test
    void aPingIsEmptyAndAPongHasThePayloadOfThePing() {
        assertThat(hex(FRAMES.ping(MEMORY))).isEqualTo("8900");
        ByteBuf payload = Unpooled.wrappedBuffer(new byte[]{1, 2, 3}).skipBytes(1);
        assertThat(hex(FRAMES.pong(MEMORY, payload))).isEqualTo("8a020203");
        assertThat(payload.readableBytes()).as("is not taken").isEqualTo(2);
    }

    @Test
    void theLastWordsAreAMessageAndAStatusThatSayWhy() {
        String bye = text(FRAMES.bye(MEMORY, EndReason.SHUTDOWN, 1_500));
        assertThat(bye).contains("{\"type\":\"bye\",\"reason\":\"shutdown\",\"retryMs\":1500}");
        assertThat(hexOf(bye)).endsWith("880a03e9" + hexOf("shutdown"));
        assertThat(hex(FRAMES.bye(MEMORY, EndReason.LEFT, 1_500))).as("to who has said goodbye").isEqualTo("880603e8" + hexOf("left"));
    }

    @Test
    void aHeartbeatIsAMessageEverySecondOrACommentEveryFifteen() {
        Heartbeat heartbeat = new Heartbeat(1_763_700_000_000L, List.of());
        assertThat(text(FRAMES.heartbeat(MEMORY, heartbeat)))
                .endsWith("{\"type\":\"heartbeat\",\"time\":1763700000000,\"sequences\":{}}");
        assertThat(FRAMES.heartbeatSeconds()).isEqualTo(1);
        assertThat(text(EVENTS.heartbeat(MEMORY, heartbeat))).isEqualTo(": heartbeat 1763700000000\n\n");
        assertThat(EVENTS.heartbeatSeconds()).isEqualTo(15);
    }

    @Test
    void anEventHasTheEpochAndTheSequenceAsItsId() {
        assertThat(text(EVENTS.update(MEMORY, TWO)))
                .isEqualTo("event: price\nid: 77-9\ndata: {1}\n\nevent: price\nid: 77-9\ndata: {2}\n\n");
    }

    @Test
    void aReaderOfEventsIsToldWhenToComeBackAndIsNotAskedForAnything() {
        assertThat(text(EVENTS.bye(MEMORY, EndReason.LIFETIME, 1_500)))
                .isEqualTo("retry: 1500\nevent: bye\ndata: {\"type\":\"bye\",\"reason\":\"lifetime\",\"retryMs\":1500}\n\n");
        assertThat(EVENTS.ping(MEMORY)).isNull();
        assertThat(EVENTS.index()).isNotEqualTo(FRAMES.index());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String hexOf(String latin) {
        return ByteBufUtil.hexDump(latin.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String hex(ByteBuf bytes) {
        return hexOf(text(bytes));
    }

    private static String text(ByteBuf bytes) {
        String text = bytes.toString(StandardCharsets.ISO_8859_1);
        bytes.release();
        return text;
    }
}
