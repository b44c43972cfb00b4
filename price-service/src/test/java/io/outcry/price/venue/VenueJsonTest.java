// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a venue writes, it is read, or refused in one way. */
class VenueJsonTest {

    @ParameterizedTest
    @ValueSource(strings = {"{]", "[NaN]", "[1E99999999999]", "[1E-99999999999]", "[11111111111111111111111111111111111111111]",
        "[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]"})
    void whatNobodyCouldMeanIsNoJson(String text) {
        assertThatExceptionOfType(VenueException.class).isThrownBy(() -> VenueJson.read(text, "a message"));
        assertThatExceptionOfType(VenueException.class).isThrownBy(() -> VenueJson.read(text.getBytes(UTF_8), "a body"));
    }

    /** As a tree it would be forty times as large as it is. */
    @Test
    void aBodyOfBracketsIsRefused() {
        byte[] brackets = ('[' + "[{}],".repeat(VenueHttp.MAX_BODY_BYTES / 5 - 1) + "1]").getBytes(UTF_8);

        assertThat(brackets).hasSizeLessThanOrEqualTo(VenueHttp.MAX_BODY_BYTES);
        assertThatExceptionOfType(VenueException.class).isThrownBy(() -> VenueJson.read(brackets, "a body"));
    }

    @Test
    void allOfKrakensTickersAreReadAsLongAsTheirBodyIs() throws VenueException {
        String ticker = """
                {"a":["66740.70000","1","1.000"],"b":["66740.60000","2","2.000"],"c":["66740.60000","0.00306352"],\
                "v":["835.60648728","1738.28564104"],"p":["66398.23711","66191.08579"],"t":[22907,44874],\
                "l":["65889.00000","65519.70000"],"h":["67101.00000","67101.00000"],"o":"66360.40000"}""";
        int pairs = VenueHttp.MAX_BODY_BYTES / (ticker.length() + "\"COIN10000USD\":,".length());
        byte[] body = IntStream.range(0, pairs).mapToObj(i -> "\"COIN" + i + "USD\":" + ticker)
                .collect(Collectors.joining(",", "{\"error\":[],\"result\":{", "}}")).getBytes(UTF_8);

        assertThat(pairs).isGreaterThan(10_000);
        assertThat(VenueJson.read(body, "a body").path("result").size()).isEqualTo(pairs);
    }
}
