// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.name.Names;
import io.outcry.query.domain.SafeText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.web.reactive.function.server.ServerRequest;

/** What a request asks for, checked: a value that cannot be used is INVALID_PARAMETER with the parameter's name. */
final class Parameters {

    /** Symbols that one request may name. */
    static final int MAX_SYMBOLS = 100;

    private static final int MAX_DIGITS = 18;

    private Parameters() {}

    /** The symbol in the path; one that no symbol looks like is as unknown as any other. */
    static String symbol(ServerRequest request) {
        String symbol = request.pathVariable("symbol");
        if (!SafeText.isName(symbol)) {
            // Not repeated: it may be as long as a path.
            throw unknown("no symbol has such a name");
        }
        return symbol;
    }

    /** The client order id in the path. */
    static String clientOrderId(ServerRequest request) {
        String id = request.pathVariable("clientOrderId");
        if (!Names.isClientOrderId(id)) {
            throw invalid("clientOrderId", Names.CLIENT_ORDER_ID_RULE);
        }
        return id;
    }

    /** The symbol in the query, if there is one. */
    static Optional<String> optionalSymbol(ServerRequest request) {
        Optional<String> symbol = single(request, "symbol");
        if (symbol.isPresent() && !SafeText.isName(symbol.get())) {
            throw invalid("symbol", "not a symbol");
        }
        return symbol;
    }

    /** The symbols in the query, each once, in the order they are named. */
    static List<String> symbols(ServerRequest request) {
        String text =
                single(request, "symbols").orElseThrow(() -> invalid("symbols", "name 1 to " + MAX_SYMBOLS + " symbols, with commas"));
        String[] parts = text.split(",", MAX_SYMBOLS + 2);
        Set<String> symbols = new LinkedHashSet<>(List.of(parts));
        if (parts.length > MAX_SYMBOLS || !symbols.stream().allMatch(SafeText::isName)) {
            throw invalid("symbols", "name 1 to " + MAX_SYMBOLS + " symbols, with commas");
        }
        return List.copyOf(symbols);
    }

    /** A whole number from {@code min} to {@code max}. */
    static long number(ServerRequest request, String name, long otherwise, long min, long max) {
        Optional<String> text = single(request, name);
        if (text.isEmpty()) {
            return otherwise;
        }
        String digits = text.get();
        boolean whole = !digits.isEmpty() && digits.length() <= MAX_DIGITS && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        long value = whole ? Long.parseLong(digits) : -1;
        if (!whole || value < min || value > max) {
            throw invalid(name, "a whole number from " + min + " to " + max);
        }
        return value;
    }

    /** The value of a parameter that may be given once. */
    static Optional<String> single(ServerRequest request, String name) {
        List<String> values = request.queryParams().getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw invalid(name, "given more than once");
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(Optional.ofNullable(values.getFirst()).orElse(""));
    }

    static ApiException invalid(String name, String what) {
        return new ApiException(Problem.inField(ErrorCode.INVALID_PARAMETER, name, name + ": " + what));
    }

    static ApiException unknownSymbol(String symbol) {
        return unknown("no symbol '" + symbol + "' is known");
    }

    private static ApiException unknown(String detail) {
        return new ApiException(Problem.inField(ErrorCode.UNKNOWN_SYMBOL, "symbol", detail).asNotFound());
    }
}
