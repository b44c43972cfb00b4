// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The control interface over HTTP.
 *
 * <table>
 * <caption>What it understands</caption>
 * <tr><td>{@code GET /faults}</td><td>every fault there is, with its usual amount and scope</td></tr>
 * <tr><td>{@code GET /venues}</td><td>what each venue has been asked and what is wrong with it</td></tr>
 * <tr><td>{@code PUT /venues/{venue}/faults/{fault}?amount=&symbol=&scope=rest|socket|both&seconds=}</td><td>sets one</td></tr>
 * <tr><td>{@code DELETE /venues/{venue}/faults/{fault}}, {@code DELETE /venues/{venue}/faults}</td><td>clears one, or all</td></tr>
 * <tr><td>{@code POST /venues/{venue}/stop}, {@code /start}</td><td>connections are refused, or served again, when it is answered</td></tr>
 * </table>
 */
final class ControlConnection extends SimpleChannelInboundHandler<FullHttpRequest> {

    private final SimulatedVenues venues;

    private record Answer(int status, Object body) {}

    ControlConnection(SimulatedVenues venues) {
        this.venues = venues;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) {
        QueryStringDecoder uri = new QueryStringDecoder(request.uri());
        String method = request.method().name();
        boolean keepAlive = HttpUtil.isKeepAlive(request);
        // Not on this thread: it belongs to the loop that a venue is stopped and started on.
        Thread.ofVirtual().start(() -> {
            Answer answer = answerOrError(method, uri);
            byte[] body = Json.MAPPER.writeValueAsString(answer.body()).getBytes(StandardCharsets.UTF_8);
            RestConnection.send(ctx, answer.status(), Map.of(), "application/json", body, keepAlive);
        });
    }

    private Answer answerOrError(String method, QueryStringDecoder uri) {
        try {
            return answer(method + " " + uri.path(), uri);
        } catch (IllegalArgumentException e) {
            return new Answer(400, Map.of("error", String.valueOf(e.getMessage())));
        } catch (IllegalStateException e) {
            return new Answer(409, Map.of("error", String.valueOf(e.getMessage())));
        }
    }

    private Answer answer(String request, QueryStringDecoder uri) {
        String[] parts = request.split("/", -1);
        if (request.equals("GET /faults")) {
            return new Answer(200, catalogue());
        }
        if (request.equals("GET /venues")) {
            return new Answer(200, status());
        }
        if (parts.length < 4 || !parts[1].equals("venues")) {
            return new Answer(404, Map.of("error", "no such thing: " + uri.path()));
        }
        SimulatedVenue venue = SimulatedVenue.ofKey(parts[2]);
        VenueFaults faults = venues.faults(venue);
        switch (parts[0].trim() + " " + parts[3] + (parts.length == 5 ? "/fault" : "")) {
            case "PUT faults/fault" -> {
                InjectedFault fault = InjectedFault.ofKey(parts[4]);
                faults.set(fault, setting(fault, uri, faults.nowMillis()));
            }
            case "DELETE faults/fault" -> faults.clear(InjectedFault.ofKey(parts[4]));
            case "DELETE faults" -> faults.clearAll();
            case "POST stop" -> venues.stop(venue);
            case "POST start" -> venues.start(venue);
            default -> {
                return new Answer(405, Map.of("error", "not understood: " + request));
            }
        }
        return new Answer(200, status(venue));
    }

    private static FaultSetting setting(InjectedFault fault, QueryStringDecoder uri, long nowMillis) {
        String amount = parameter(uri, "amount");
        String symbol = parameter(uri, "symbol");
        String scope = parameter(uri, "scope");
        String seconds = parameter(uri, "seconds");
        return new FaultSetting(
                amount.isEmpty() ? fault.usualAmount() : Double.parseDouble(amount),
                symbol.isEmpty() ? Set.of() : Set.of(symbol.split(",", -1)),
                scope.isEmpty() ? fault.usualScope() : InjectedFault.Scope.valueOf(scope.toUpperCase(Locale.ROOT)),
                seconds.isEmpty() ? Long.MAX_VALUE : nowMillis + (long) (1_000 * Double.parseDouble(seconds)));
    }

    private static String parameter(QueryStringDecoder uri, String name) {
        List<String> values = uri.parameters().get(name);
        return values == null ? "" : values.getFirst();
    }

    private static List<Object> catalogue() {
        List<Object> faults = new ArrayList<>();
        for (InjectedFault fault : InjectedFault.values()) {
            faults.add(Map.of("fault", fault.key(), "amount", fault.usualAmount(), "scope", lower(fault.usualScope())));
        }
        return faults;
    }

    private Map<String, Object> status() {
        Map<String, Object> all = new LinkedHashMap<>();
        for (SimulatedVenue venue : SimulatedVenue.values()) {
            all.put(venue.key(), status(venue));
        }
        return all;
    }

    private Map<String, Object> status(SimulatedVenue venue) {
        VenueTraffic traffic = venues.traffic(venue);
        Map<String, Object> faults = new TreeMap<>();
        venues.faults(venue).all().forEach((fault, setting) -> faults.put(
                fault.key(), Map.of("amount", setting.amount(), "symbols", setting.symbols(), "scope", lower(setting.scope()))));
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("running", venues.isRunning(venue));
        status.put("url", venues.baseUrl(venue));
        status.put("requests", traffic.requests());
        status.put("refused", traffic.refused());
        status.put("byStatus", traffic.byStatus());
        status.put("sockets", traffic.sockets());
        status.put("messages", traffic.messages());
        status.put("cut", traffic.cut());
        status.put("faults", faults);
        return status;
    }

    private static String lower(InjectedFault.Scope scope) {
        return scope.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }
}
