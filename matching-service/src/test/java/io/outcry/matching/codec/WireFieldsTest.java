// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A field is written as protobuf writes it, whatever lies behind its place, and the next one begins where it ends. */
class WireFieldsTest {

    private static final int BEGIN = 5;

    private final byte[] to = new byte[1_024];

    WireFieldsTest() {
        Arrays.fill(to, (byte) 0xAA);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 31})
    void aNumberOfAnyLength(int field) throws IOException {
        for (int bits = 0; bits <= Long.SIZE; bits++) {
            long highest = bits == 0 ? 0 : 1L << bits - 1;
            for (long value : new long[]{highest, highest | highest - 1, highest + 1, -highest}) {
                assertThat(written(WireFields.int64(to, BEGIN, field, value)))
                        .as("field %d, %d", field, value)
                        .isEqualTo(value == 0 ? new byte[0] : expected(out -> out.writeInt64(field, value)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 31})
    void aSmallNumber(int field) throws IOException {
        for (int value = 0; value < 128; value++) {
            int number = value;
            assertThat(written(WireFields.small(to, BEGIN, field, value)))
                    .as("field %d, %d", field, value)
                    .isEqualTo(value == 0 ? new byte[0] : expected(out -> out.writeInt32(field, number)));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, -1, Long.MIN_VALUE, 0x0123_4567_89AB_CDEFL})
    void aNumberOfEightBytes(long value) throws IOException {
        assertThat(written(WireFields.fixed64(to, BEGIN, 10, value)))
                .isEqualTo(value == 0 ? new byte[0] : expected(out -> out.writeFixed64(10, value)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "BTC-USD", "ünicöde", "\uD83D\uDE00"})
    void aText(String text) throws IOException {
        assertThat(WireFields.textBytes(text)).isGreaterThanOrEqualTo(text.length() * 3);
        assertThat(written(WireFields.text(to, BEGIN, 4, text)))
                .isEqualTo(text.isEmpty() ? new byte[0] : expected(out -> out.writeString(4, text)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 127, 128, 300})
    void aMessageWithinAnotherOneOfAnyLength(int length) throws IOException {
        byte[] content = new byte[length];
        Arrays.fill(content, (byte) 7);
        int begun = WireFields.begin(to, BEGIN, 9);
        System.arraycopy(content, 0, to, begun, length);
        assertThat(written(WireFields.end(to, begun + length, begun))).isEqualTo(expected(out -> out.writeByteArray(9, content)));
    }

    @Test
    void charactersOfSevenBitsUpToNineInAWord() {
        for (int length = 1; length <= 9; length++) {
            long packed = 0;
            byte[] text = new byte[length];
            for (int i = 0; i < length; i++) {
                text[i] = (byte) ('a' + i);
                packed |= (long) text[i] << 7 * i;
            }
            assertThat(written(WireFields.sevenBits(to, BEGIN, packed))).as("%d characters", length).isEqualTo(text);
        }
    }

    @Test
    void textsThatTakeTurnsAtOnePlaceAndNumbersThatChange() throws IOException {
        WrittenFields fields = new WrittenFields(
                (array, text, number) -> WireFields.small(array, WireFields.text(array, 0, 4, text), 5, number));
        String[] texts = {"alice", "bob", "alice", "", "a-name-of-more-than-eight-characters", "alice"};
        for (int i = 0; i < texts.length; i++) {
            String text = texts[i];
            int number = i / 2 + 1;
            assertThat(written(fields.write(to, BEGIN, -1, text, number))).as("number %d, %s", i, text).isEqualTo(expected(out -> {
                if (!text.isEmpty()) {
                    out.writeString(4, text);
                }
                out.writeInt32(5, number);
            }));
        }
    }

    private byte[] written(int end) {
        return Arrays.copyOfRange(to, BEGIN, end);
    }

    /** What protobuf writes. */
    @FunctionalInterface
    private interface Fields {

        void write(CodedOutputStream out) throws IOException;
    }

    private static byte[] expected(Fields fields) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        fields.write(out);
        out.flush();
        return bytes.toByteArray();
    }
}
