// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StoredOrderTest {

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.replace('|', '\n').getBytes(StandardCharsets.UTF_8);
    }

    /** A bar stands for a line feed. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', nullValues = "none", value = {
        "acc|{1; none; {1,\"fills\":[]}",
        "acc|{1; ,x,y; {1,\"fills\":[x,y]}",
        "acc|{1|,x; none; {1,\"fills\":[x]}",
        "acc|{1|,x,y; ,z; {1,\"fills\":[x,y,z]}",
        "acc|{1|; ,z; {1,\"fills\":[z]}",
        "acc|{1|; none; {1,\"fills\":[]}",
        "ac|{1; none; none",
        "accc|{1; none; none",
        "a; none; none"
    })
    void bytesAndTextsSayTheSame(String value, @Nullable String fills, @Nullable String json) {
        byte[] made = StoredOrder.json(bytes(value), bytes(fills), bytes("acc"));
        assertThat(made == null ? null : new String(made, StandardCharsets.UTF_8)).isEqualTo(json);
        if (made != null) {
            StoredOrder order = StoredOrder.of(value.replace('|', '\n'), fills);
            assertThat(order.account()).isEqualTo("acc");
            assertThat(order.appendJson(new StringBuilder())).hasToString(json);
        }
    }

    @Test
    void aRepeatedPlacementNamesTheFirstOrder() {
        byte[] repeat = StoredOrder.repeat("alice", 281_474_976_710_659L);
        byte[] order = "alice\n{\"orderId\":\"7\"".getBytes(StandardCharsets.UTF_8);
        byte[] alice = "alice".getBytes(StandardCharsets.UTF_8);
        assertThat(StoredOrder.repeatOf(repeat, alice)).isEqualTo(281_474_976_710_659L);
        assertThat(StoredOrder.repeatOf(order, alice)).isZero();
        for (String other : new String[]{"alic", "bob", "alice2", ""}) {
            assertThat(StoredOrder.repeatOf(repeat, other.getBytes(StandardCharsets.UTF_8))).as(other).isZero();
        }
        assertThat(StoredOrder.of(new String(repeat, StandardCharsets.UTF_8), null).repeatOf()).isEqualTo(281_474_976_710_659L);
        assertThat(StoredOrder.of(new String(order, StandardCharsets.UTF_8), null).repeatOf()).isZero();
    }

    @Test
    void ofOrdersOfOneNameTheNewestThatWasTakenIsTold() {
        StoredOrder taken = named("NEW", 5);
        StoredOrder older = named("FILLED", 4);
        StoredOrder refused = named("REJECTED", 9);
        assertThat(Stream.of(refused, taken, older).max(StoredOrder.FOR_ITS_NAME)).hasValue(taken);
        assertThat(Stream.of(refused, named("REJECTED", 8)).max(StoredOrder.FOR_ITS_NAME)).hasValue(refused);
    }

    private static StoredOrder named(String status, long transactTime) {
        return StoredOrder.of("alice\n{\"status\":\"" + status + "\",\"transactTime\":" + transactTime, null);
    }
}
