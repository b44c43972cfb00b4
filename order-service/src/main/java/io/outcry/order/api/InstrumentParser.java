// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.json.InstrumentJson;
import io.outcry.contracts.v1.TradingState;
import io.outcry.order.domain.Checked;
import io.outcry.order.domain.Fault;
import io.outcry.order.domain.InstrumentChecks;
import io.outcry.order.domain.InstrumentField;
import io.outcry.order.domain.InstrumentRules;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Definitions and trading states of instruments from JSON. */
final class InstrumentParser {

    private static final String STATE = "state";

    private InstrumentParser() {}

    /**
     * The rules that the body defines.
     *
     * @param before the symbol's rules, if there is one
     * @throws ApiException if the body is not a definition, or changes what never changes
     */
    static InstrumentRules rules(String symbol, byte[] body, @Nullable InstrumentRules before) {
        Map<InstrumentField, String> fields = new EnumMap<>(InstrumentField.class);
        Fault fault = ObjectReader.readBody(body, (name, value, at) -> {
            Optional<InstrumentField> field = InstrumentField.of(name);
            if (field.isEmpty()) {
                return ObjectReader.unknown(name);
            }
            if (value == JsonToken.VALUE_NULL) {
                return null;
            }
            boolean number = value == JsonToken.VALUE_NUMBER_INT || value == JsonToken.VALUE_NUMBER_FLOAT;
            if (value != JsonToken.VALUE_STRING && !(number && field.get().isNumber())) {
                return field.get().isNumber() ? Fault.invalid(name, name + " is a number") : ObjectReader.notText(name);
            }
            fields.put(field.get(), at.getString());
            return null;
        });
        if (fault != null) {
            throw refusal(fault);
        }
        return switch (InstrumentChecks.form(symbol, fields, before)) {
            case Checked.Valid<InstrumentRules>(InstrumentRules rules) -> rules;
            case Checked.Refused<InstrumentRules>(Fault refused) -> throw refusal(refused);
        };
    }

    /** @throws ApiException if the body does not name a state */
    static TradingState state(byte[] body) {
        String[] text = new String[1];
        Fault fault = ObjectReader.readBody(body, (name, value, at) -> text(name, value, at, text));
        if (fault == null && text[0] == null) {
            fault = Fault.missing(STATE);
        }
        if (fault != null) {
            throw refusal(fault);
        }
        return InstrumentJson.STATES.parse(text[0]).orElseThrow(
                () -> refusal(Fault.invalid(STATE, "state is TRADING, HALTED, CANCEL_ONLY, AUCTION or CLOSED")));
    }

    private static @Nullable Fault text(String name, JsonToken value, JsonParser parser, String[] into) {
        if (!name.equals(STATE)) {
            return ObjectReader.unknown(name);
        }
        if (value == JsonToken.VALUE_STRING) {
            into[0] = parser.getString();
            return null;
        }
        return value == JsonToken.VALUE_NULL ? null : ObjectReader.notText(name);
    }

    private static ApiException refusal(Fault fault) {
        return new ApiException(fault.problem());
    }
}
