// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.http.Principal;
import io.outcry.contracts.http.Problem;
import io.outcry.contracts.json.InstrumentJson;
import io.outcry.contracts.name.Names;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.TradingState;
import io.outcry.order.domain.InstrumentRules;
import io.outcry.order.instrument.InstrumentAdmin;
import io.outcry.order.instrument.InstrumentMessages;
import io.outcry.order.instrument.InstrumentRegistry;
import io.outcry.order.instrument.RegisteredSymbol;
import io.outcry.order.reply.CommandResult;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Creates and changes instruments, and halts them. */
final class InstrumentHandler {

    private static final Logger LOG = LoggerFactory.getLogger(InstrumentHandler.class);

    private final ApiKeys keys;
    private final InstrumentRegistry registry;
    private final InstrumentAdmin instruments;
    private final LongBodies longBodies;

    InstrumentHandler(ApiKeys keys, InstrumentRegistry registry, InstrumentAdmin instruments, LongBodies longBodies) {
        this.keys = keys;
        this.registry = registry;
        this.instruments = instruments;
        this.longBodies = longBodies;
    }

    /** {@code PUT /api/v1/admin/instruments/{symbol}}: 201 for a new one, 200 for a changed one. */
    Mono<ServerResponse> define(ServerRequest request) {
        String admin = admin(request);
        String symbol = request.pathVariable("symbol");
        if (!Names.isSymbol(symbol)) {
            throw new ApiException(Problem.inField(ErrorCode.INVALID_PARAMETER, "symbol", "a symbol has " + Names.SYMBOL_RULE));
        }
        Executor thread = ConnectionThread.of(request);
        return JsonBody.read(request, longBodies).flatMap(body -> {
            InstrumentRules before = registry.find(symbol).map(RegisteredSymbol::rules).orElse(null);
            InstrumentRules rules = InstrumentParser.rules(symbol, body, before);
            int status = before != null ? 200 : 201;
            return instruments.define(admin, rules, thread)
                    .doOnNext(decided -> tell(admin, symbol, rules, decided))
                    .flatMap(decided -> Answer.done(status, json(rules, state(decided.outcome(), Optional.empty())), decided.position())
                            .toResponse(null));
        });
    }

    /** {@code POST /api/v1/admin/instruments/{symbol}/state}; answers the state it is in then: an auction may take several steps to end. */
    Mono<ServerResponse> setState(ServerRequest request) {
        String admin = admin(request);
        String name = request.pathVariable("symbol");
        RegisteredSymbol symbol = registry.find(name).orElseThrow(() -> NewOrders.notFound(name));
        Executor thread = ConnectionThread.of(request);
        return JsonBody.read(request, longBodies).flatMap(body -> {
            TradingState state = InstrumentParser.state(body);
            return instruments.setState(admin, symbol, state, thread)
                    .doOnNext(decided -> tell(admin, name, state, decided))
                    .flatMap(decided -> Answer.done(
                            200, json(symbol.rules(), state(decided.outcome(), Optional.of(state))), decided.position())
                            .toResponse(null));
        });
    }

    /** @param state unknown where the engine changed nothing and so did not say it, or said one that only a newer version knows */
    private static String json(InstrumentRules rules, Optional<TradingState> state) {
        return InstrumentJson.of(InstrumentMessages.toMessage(rules), state);
    }

    /** @param unsaid the state where the outcome says none */
    static Optional<TradingState> state(Outcome outcome, Optional<TradingState> unsaid) {
        TradingState said = outcome.getTradingState();
        return said == TradingState.TRADING_STATE_UNSPECIFIED ? unsaid : Optional.of(said).filter(InstrumentJson.STATES::has);
    }

    /** Besides this only the command in the log says who did it. */
    private static void tell(String admin, String symbol, Object changed, CommandResult.Decided decided) {
        LOG.atInfo().addKeyValue("account", admin).addKeyValue("symbol", symbol).addKeyValue("position", decided.position())
                .addKeyValue("to", changed).log("an administrator changed an instrument");
    }

    private String admin(ServerRequest request) {
        return keys.require(request.headers().firstHeader(HttpHeaders.AUTHORIZATION), Principal.Scope.ADMIN).account();
    }
}
