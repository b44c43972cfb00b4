// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/**
 * What came back over HTTP, of any status.
 *
 * @param usedWeight what the venue says that this address has spent in the current minute, others at the same address included
 */
public record HttpAnswer(int status, JsonNode body, OptionalLong usedWeight) {

    public HttpAnswer(int status, JsonNode body) {
        this(status, body, OptionalLong.empty());
    }
}
