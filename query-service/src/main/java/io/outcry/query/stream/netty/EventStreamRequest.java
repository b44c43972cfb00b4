// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Problem;
import io.outcry.query.domain.SafeText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a reader of server-sent events asks for.
 *
 * @param symbols each once
 * @param last of the last event that he has
 */
record EventStreamRequest(List<String> symbols, Optional<Command.Point> last) {

    private static final Pattern EVENT_ID = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

    /**
     * @throws ApiException if symbols are missing, too many or no symbols, or a parameter comes twice; an id that is none of ours is as good
     *     as none
     */
    static EventStreamRequest of(HttpRequest request, int maxSymbols) {
        Map<String, List<String>> parameters = parameters(request);
        // With what is behind the last comma, too.
        List<String> symbols = Arrays.stream(single(parameters, "symbols").split(",", -1)).distinct().toList();
        if (symbols.size() > maxSymbols || !symbols.stream().allMatch(SafeText::isName)) {
            throw new ApiException(Problem.inField(
                    ErrorCode.INVALID_PARAMETER, "symbols", "name 1 to " + maxSymbols + " symbols, with commas"));
        }
        String header = request.headers().get("Last-Event-ID");
        String parameter = single(parameters, "lastEventId");
        // A page cannot set the header on a new EventSource.
        String id = header == null ? parameter : header;
        Matcher matcher = EVENT_ID.matcher(id);
        Optional<Command.Point> last = matcher.matches()
                ? Optional.of(new Command.Point(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
        return new EventStreamRequest(symbols, last);
    }

    private static String single(Map<String, List<String>> parameters, String name) {
        List<String> values = parameters.getOrDefault(name, List.of(""));
        if (values.size() > 1) {
            throw new ApiException(Problem.inField(ErrorCode.INVALID_PARAMETER, name, name + ": given more than once"));
        }
        return values.getFirst();
    }

    private static Map<String, List<String>> parameters(HttpRequest request) {
        try {
            // All of them, and a semicolon is one of a value, as in every other path.
            return new QueryStringDecoder(request.uri(), StandardCharsets.UTF_8, true, Integer.MAX_VALUE, true).parameters();
        } catch (IllegalArgumentException e) {
            throw new ApiException(ErrorCode.MALFORMED_REQUEST, "the query is not a URI's");
        }
    }
}
