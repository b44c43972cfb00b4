// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventStreamRequestTest {

    @Test
    void symbolsAreEachTakenOnceAndTheHeaderGoesBeforeTheParameter() {
        HttpRequest request = request("symbols=BTC-USD,ETH-USD,BTC-USD&lastEventId=1-2");
        assertThat(EventStreamRequest.of(request, 2).symbols()).containsExactly("BTC-USD", "ETH-USD");
        assertThat(EventStreamRequest.of(request, 2).last()).contains(new Command.Point(1, 2));
        request.headers().set("Last-Event-ID", "3-4");
        assertThat(EventStreamRequest.of(request, 2).last()).contains(new Command.Point(3, 4));
    }

    @Test
    void anIdThatIsNoneOfOursIsAsGoodAsNone() {
        assertThat(EventStreamRequest.of(request("symbols=A&lastEventId=999999999999999999-999999999999999999"), 2).last())
                .contains(new Command.Point(999_999_999_999_999_999L, 999_999_999_999_999_999L));
        for (String id : List.of("", "1", "1-", "-2", "1-2-3", "1-x", "1234567890123456789-1", "1-1234567890123456789")) {
            assertThat(EventStreamRequest.of(request("symbols=A&lastEventId=" + id), 2).last()).as(id).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', INVALID_PARAMETER", "symbols=, INVALID_PARAMETER", "'symbols=A,B,C', INVALID_PARAMETER", "symbols=%22, INVALID_PARAMETER",
        "'symbols=A,', INVALID_PARAMETER", "'symbols=,A', INVALID_PARAMETER", "'symbols=,', INVALID_PARAMETER",
        "symbols=A&symbols=B, INVALID_PARAMETER", "symbols=A;B, INVALID_PARAMETER",
        "symbols=A&lastEventId=1-2&lastEventId=1-3, INVALID_PARAMETER",
        "symbols=%zz, MALFORMED_REQUEST", "symbols=A%, MALFORMED_REQUEST"})
    void whatNamesNoSymbolsIsRefused(String query, ErrorCode code) {
        assertThatExceptionOfType(ApiException.class).isThrownBy(() -> EventStreamRequest.of(request(query), 2))
                .satisfies(refused -> assertThat(refused.problem().code()).isEqualTo(code));
    }

    private static HttpRequest request(String query) {
        return new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/api/v1/stream/prices?" + query);
    }
}
