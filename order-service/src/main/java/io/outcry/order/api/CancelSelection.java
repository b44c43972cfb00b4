// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.json.OrderJson;
import io.outcry.contracts.name.Names;
import io.outcry.contracts.v1.Side;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.server.ServerRequest;

/** Which orders {@code DELETE /api/v1/orders} means. */
sealed interface CancelSelection {

    String CLIENT_ORDER_ID = "clientOrderId";
    String SYMBOL = "symbol";
    String SIDE = "side";

    /**
     * The one with this clientOrderId.
     *
     * @param symbol where to look for it; everywhere if it is not given
     */
    record ByClientOrderId(String clientOrderId, Optional<String> symbol) implements CancelSelection {}

    /**
     * All on a symbol.
     *
     * @param side both if it is not given
     */
    record OfSymbol(String symbol, Optional<Side> side) implements CancelSelection {}

    /**
     * Reads the parameters. One that is misspelt is refused: it would cancel more than was meant.
     *
     * @throws ApiException INVALID_PARAMETER
     */
    static CancelSelection of(ServerRequest request) {
        Map<String, List<@Nullable String>> parameters = Map.copyOf(request.queryParams());
        for (String name : parameters.keySet()) {
            if (!Set.of(CLIENT_ORDER_ID, SYMBOL, SIDE).contains(name)) {
                throw invalid(JsonBody.quoted(name), "the parameter is not known");
            }
        }
        Optional<String> clientOrderId = single(parameters, CLIENT_ORDER_ID);
        Optional<String> symbol = single(parameters, SYMBOL);
        Optional<String> side = single(parameters, SIDE);
        if (clientOrderId.isPresent()) {
            if (!Names.isClientOrderId(clientOrderId.get())) {
                throw invalid(CLIENT_ORDER_ID, "clientOrderId has " + Names.CLIENT_ORDER_ID_RULE);
            }
            if (side.isPresent()) {
                throw invalid(SIDE, "a clientOrderId means one order, whatever its side");
            }
            return new ByClientOrderId(clientOrderId.get(), symbol);
        }
        return new OfSymbol(
                symbol.orElseThrow(() -> invalid(SYMBOL, "name a clientOrderId or a symbol")),
                side.map(name -> OrderJson.SIDES.parse(name).orElseThrow(() -> invalid(SIDE, "side is BUY or SELL"))));
    }

    private static Optional<String> single(Map<String, List<@Nullable String>> parameters, String name) {
        List<@Nullable String> values = parameters.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw invalid(name, name + " is given more than once");
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(Optional.ofNullable(values.getFirst()).orElse(""));
    }

    private static ApiException invalid(String name, String detail) {
        return new ApiException(Problem.inField(ErrorCode.INVALID_PARAMETER, name, detail));
    }
}
