// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonTest {

    @Test
    void aTextIsFoundByItsName() {
        assertThat(Json.text("{\"symbol\":\"BTC-USD\",\"price\":\"60000.00\"}", "price")).isEqualTo("60000.00");
    }

    @Test
    void whatIsNoTextIsNone() {
        assertThat(Json.text("{\"status\":422,\"code\":\"NO_LIQUIDITY\"}", "status")).isEmpty();
        assertThat(Json.text("{\"status\":422}", "code")).isEmpty();
        assertThat(Json.text("{\"code\":\"cut o", "code")).isEmpty();
    }
}
