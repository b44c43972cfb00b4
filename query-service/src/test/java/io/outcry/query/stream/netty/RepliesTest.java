// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.http.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepliesTest {

    @Test
    void whoSubscribesIsToldWhatBeginsAndWhetherItGoesOnWhereHeLeft() {
        assertThat(text(Replies.subscribed("7", List.of("price:A", "book:A"), null, List.of())))
                .isEqualTo("{\"op\":\"subscribed\",\"id\":7,\"channels\":[\"price:A\",\"book:A\"]}");
        assertThat(text(Replies.subscribed("7", List.of("book:A"), true, List.of())))
                .isEqualTo("{\"op\":\"subscribed\",\"id\":7,\"channels\":[\"book:A\"],\"recovered\":true}");
        assertThat(text(Replies.subscribed("7", List.of("book:A"), false, List.of("book:A"))))
                .isEqualTo("{\"op\":\"subscribed\",\"id\":7,\"channels\":[\"book:A\"],\"recovered\":false,\"unrecovered\":[\"book:A\"]}");
    }

    @Test
    void anErrorNamesItsChannelAsItWasWrittenUpToEightyCharacters() {
        assertThat(text(Replies.error(ErrorCode.NOT_FOUND, "\"a\"", "no such \"channel\"", "x\n\"")))
                .isEqualTo(
                        "{\"type\":\"error\",\"code\":\"NOT_FOUND\",\"detail\":\"no such \\\"channel\\\"\","
                                + "\"channel\":\"x\\n\\\"\",\"id\":\"a\"}");
        String longest = "x".repeat(80);
        assertThat(text(Replies.error(ErrorCode.NOT_FOUND, "null", "", longest + "y"))).contains("\"channel\":\"" + longest + "\"");
        assertThat(text(Replies.error(ErrorCode.NOT_FOUND, "null", "", null))).endsWith("\"detail\":\"\",\"id\":null}");
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }
}
