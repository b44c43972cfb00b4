// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.matching.domain.InvalidStateException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a state is written as, wherever its chunks end. */
class ByteStateTest {

    private static final int VALUES = 500;
    private static final String NAME = "Zürich ".repeat(3);

    private final Random random = new Random(7);
    private final List<byte[]> chunks = new ArrayList<>();

    @Test
    void whereverAChunkEndsTheValuesAreReadBack() {
        for (int chunkBytes = 1; chunkBytes < 60; chunkBytes++) {
            chunks.clear();
            ByteStateWriter out = new ByteStateWriter(chunkBytes, chunks::add);
            long[] values = LongStream.generate(() -> random.nextLong() >>> random.nextInt(Long.SIZE)).limit(VALUES).toArray();
            for (long value : values) {
                out.number(value);
                out.signed(-value);
            }
            out.text(NAME);
            Arrays.stream(values).forEach(out::number);
            out.finish();

            ByteStateReader in = new ByteStateReader(chunks.iterator());
            for (long value : values) {
                assertThat(in.number()).isEqualTo(value);
                assertThat(in.signed()).isEqualTo(-value);
            }
            assertThat(in.text()).isEqualTo(NAME);
            assertThat(in.isAtEnd()).isFalse();
            long[] together = new long[VALUES];
            for (int at = 0; at < VALUES; at += 4) {
                long[] four = new long[4];
                in.numbers(four, 4);
                System.arraycopy(four, 0, together, at, 4);
            }
            assertThat(together).as("in chunks of %d bytes", chunkBytes).isEqualTo(values);
            assertThat(in.isAtEnd()).isTrue();
            assertThat(out.total()).isEqualTo(chunks.stream().mapToLong(chunk -> chunk.length).sum());
            assertThat(chunks.subList(0, chunks.size() - 1)).allSatisfy(chunk -> assertThat(chunk).hasSameSizeAs(chunks.getFirst()));
        }
    }

    @Test
    void aNumberThatDoesNotEndIsNone() {
        byte[] endless = new byte[100];
        Arrays.fill(endless, (byte) -1);
        assertThatThrownBy(() -> reader(endless).number()).isInstanceOf(InvalidStateException.class);
        endless[0] = 1;
        ByteStateReader in = reader(endless);
        assertThat(in.number()).isEqualTo(1);
        assertThatThrownBy(() -> in.numbers(new long[3], 3)).isInstanceOf(InvalidStateException.class);
        endless[0] = -1;
        assertThatThrownBy(() -> reader(new byte[]{-1, -1}, endless).number()).isInstanceOf(InvalidStateException.class);
    }

    @Test
    void aNameIsNoLongerThanAnyMayBe() {
        for (long bytes : new long[]{-1, 1_025, Long.MIN_VALUE}) {
            chunks.clear();
            ByteStateWriter out = new ByteStateWriter(2_000, chunks::add);
            out.number(bytes);
            out.text("x".repeat(1_024));
            out.finish();
            assertThatThrownBy(() -> new ByteStateReader(chunks.iterator()).text()).isInstanceOf(InvalidStateException.class)
                    .hasMessageContaining("a name of " + bytes + " bytes");
        }
    }

    @Test
    void aStateThatEndsTooEarlyIsNone() {
        ByteStateReader in = reader(new byte[]{1, 2});
        assertThat(in.number()).isEqualTo(1);
        assertThat(in.isAtEnd()).isFalse();
        assertThat(in.number()).isEqualTo(2);
        assertThatThrownBy(in::number).isInstanceOf(InvalidStateException.class).hasMessageContaining("too early");
    }

    private static ByteStateReader reader(byte[]... chunks) {
        return new ByteStateReader(List.of(chunks).iterator());
    }
}
