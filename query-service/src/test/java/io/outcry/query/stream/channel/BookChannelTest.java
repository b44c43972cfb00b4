// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.query.stream.channel.StreamSource.BookImage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BookChannelTest {

    private final BookChannel channel = new BookChannel("BTC-USD", 2, () -> 7, this::book, 64);
    private long sequence = 10;

    private Optional<BookImage> book() {
        return Optional.of(new BookImage(sequence, 0, List.of("[\"1.00\",\"" + sequence + "\"]"), List.of(), null));
    }

    @BeforeEach
    void begin() {
        channel.begin();
    }

    private void change() {
        sequence++;
        channel.changed(new BookChange(sequence, 0, 2, 2, List.of(), null));
    }

    @Test
    void a_place_that_has_not_been_reached_cannot_be_gone_on_from() {
        assertThat(channel.resume(7, 10)).isNotNull();
        assertThat(channel.resume(7, 11)).isNull();
        change();
        assertThat(channel.resume(7, 10)).isNotNull();
        assertThat(channel.resume(7, 11)).isNotNull();
        assertThat(channel.resume(7, 12)).isNull();
        assertThat(channel.resume(7, Long.MAX_VALUE)).isNull();
        channel.restart();
        assertThat(channel.resume(7, 11)).isNotNull();
        assertThat(channel.resume(7, 12)).isNull();
    }
}
