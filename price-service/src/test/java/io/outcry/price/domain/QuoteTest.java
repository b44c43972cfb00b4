// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of two quotes of one venue is the newer one; all times in seconds, made 0 for a venue that gives no time. */
class QuoteTest {

    private static final long START = 1_774_000_000_000_000L;

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "it arrived before,                                  REST,   0, 10, 0,    REST,   0, 12, 0,     true",
        "it arrived after,                                   REST,   0, 12, 0,    REST,   0, 10, 0,     false",
        "the same one was confirmed later,                   SOCKET, 0, 10, 0,    SOCKET, 0, 10, 40,    true",
        "it was confirmed later than the other arrived,      SOCKET, 0, 10, 14,   REST,   0, 12, 0,     false",
        "the other arrived after it was confirmed,           SOCKET, 0, 10, 11,   REST,   0, 12, 0,     true",
        "the other was confirmed after it arrived,           REST,   0, 12, 0,    SOCKET, 0, 10, 14,    true",
        "a confirmation is no match for a later message,     SOCKET, 0, 12, 0,    SOCKET, 0, 10, 14,    false",
        "it was made before,                                 REST,   8, 12, 0,    SOCKET, 9, 10, 0,     true",
        "it was made after,                                  REST,   9, 12, 0,    SOCKET, 8, 10, 14,    false",
        "the clock was set back by an hour,                  REST,   0, 12, 0,    SOCKET, 0, 3610, 3612, false",
        "the clock was set back after the other was asked,   SOCKET, 0, 12, 14,   REST,   0, 3610, 0,   false",
    })
    void aTableOfWhoIsBehind(
            String situation,
            Transport transport,
            long made,
            long received,
            long renewed,
            Transport otherTransport,
            long otherMade,
            long otherReceived,
            long otherRenewed,
            boolean behind) {
        assertThat(quote(transport, made, received, renewed).isBehind(quote(otherTransport, otherMade, otherReceived, otherRenewed)))
                .isEqualTo(behind);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "of the same trade,                    5, 12, 0,     5, 5, 20,     20",
        "of the same trade and confirmed less, 5, 12, 20,    5, 5, 11,     20",
        "of another trade,                     5, 12, 0,     4, 4, 20,     0",
        "of no known time,                     0, 12, 0,     0, 5, 20,     0",
        "before a clock was set back,          5, 12, 0,     5, 5, 3612,   0",
    })
    void aTableOfWhatConfirmsTheOther(
            String situation, long made, long received, long renewed, long otherMade, long otherReceived, long otherRenewed,
            long confirmed) {
        Quote quote = quote(Transport.REST, made, received, renewed);

        assertThat(quote.confirmedLike(quote(Transport.SOCKET, otherMade, otherReceived, otherRenewed)).renewedMicros())
                .isEqualTo(micros(confirmed));
    }

    private static Quote quote(Transport transport, long made, long received, long renewed) {
        return new Quote(99, 101, 0, "USD", micros(made), micros(received), micros(renewed), transport);
    }

    private static long micros(long seconds) {
        return seconds == 0 ? 0 : START + 1_000_000 * seconds;
    }
}
