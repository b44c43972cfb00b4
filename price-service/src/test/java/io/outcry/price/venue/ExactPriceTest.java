// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ExactPriceTest {

    @ParameterizedTest
    @CsvSource({
        "'\"60000.01\"', 600000100, 600000100",
        "60000.01, 600000100, 600000100",
        "6E4, 600000000, 600000000",
        "'\"0.12345\"', 1234, 1235",
        "'\"0.00000001\"', 0, 1",
        "'\"-0.00001\"', -1, 0",
        "'\"0\"', 0, 0",
        "0.1, 1000, 1000",
    })
    void aNumberIsExactAndRoundsOutwards(String json, long bid, long ask) throws VenueException {
        assertThat(ExactPrice.bid(node(json), 4)).isEqualTo(bid);
        assertThat(ExactPrice.ask(node(json), 4)).isEqualTo(ask);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"NaN\"", "\"1,5\"", "null", "true", "[1]", "{}", "\"1E+999999999\"", "\"1E-999999999\"",
        "\"99999999999999999999\"", "\"11111111111111111111111111111111111111111\""})
    void whatIsNoPriceIsRefusedAndCostsNothing(String json) throws VenueException {
        JsonNode node = node(json);

        assertThatExceptionOfType(VenueException.class).isThrownBy(() -> ExactPrice.bid(node, 12));
    }

    private static JsonNode node(String json) throws VenueException {
        return VenueJson.read("{\"v\":" + json + "}", "a price").path("v");
    }
}
