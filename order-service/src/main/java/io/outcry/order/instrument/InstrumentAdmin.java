// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.instrument;

import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.contracts.time.Micros;
import io.outcry.contracts.topic.Partitioning;
import io.outcry.contracts.v1.DefineInstrument;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.RegisteredInstrument;
import io.outcry.contracts.v1.SetTradingState;
import io.outcry.contracts.v1.TradingState;
import io.outcry.order.domain.InstrumentRules;
import io.outcry.order.log.LogLane;
import io.outcry.order.log.LogRecord;
import io.outcry.order.log.LogWriter;
import io.outcry.order.log.OrderLanes;
import io.outcry.order.log.WriteFailure;
import io.outcry.order.log.WriteListener;
import io.outcry.order.reply.Command;
import io.outcry.order.reply.CommandGateway;
import io.outcry.order.reply.CommandKind;
import io.outcry.order.reply.CommandProblems;
import io.outcry.order.reply.CommandResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Creates and changes instruments: the engine decides, then the registry is written, then this instance waits until it has read it back, so
 * that an order sent after the answer finds the symbol here. Every step may be repeated.
 */
public final class InstrumentAdmin {

    private final InstrumentRegistry registry;
    private final CommandGateway gateway;
    private final LogWriter writer;
    private final OrderLanes lanes;
    private final InstantSource clock;
    private final Duration deadline;

    /** @param deadline of each wait, for the engine and for the registry */
    public InstrumentAdmin(
            InstrumentRegistry registry, CommandGateway gateway, LogWriter writer, OrderLanes lanes, InstantSource clock,
            Duration deadline) {
        this.registry = registry;
        this.gateway = gateway;
        this.writer = writer;
        this.lanes = lanes;
        this.clock = clock;
        this.deadline = deadline;
    }

    /**
     * Defines {@code rules} for their symbol.
     *
     * @param account who does it
     * @return what the engine decided, once the registry says so too; else an {@link ApiException}
     */
    public Mono<CommandResult.Decided> define(String account, InstrumentRules rules, Executor replyOn) {
        Optional<RegisteredSymbol> known = registry.find(rules.symbol());
        int partition = known.map(RegisteredSymbol::partition)
                .orElseGet(() -> Partitioning.ofSymbol(rules.symbol(), lanes.orderPartitions()));
        OrderCommand message = command()
                .setDefineInstrument(
                        DefineInstrument.newBuilder().setInstrument(InstrumentMessages.toMessage(rules)).setAccount(account))
                .build();
        return submit(CommandKind.DEFINE_INSTRUMENT, partition, rules.symbol(), message, replyOn)
                .flatMap(decided -> register(registered(partition, decided.outcome(), rules), replyOn).thenReturn(decided));
    }

    private static RegisteredSymbol registered(int partition, Outcome outcome, InstrumentRules rules) {
        RegisteredInstrument message = RegisteredInstrument.newBuilder()
                .setPartition(partition)
                .setInstrument(InstrumentMessages.toMessage(rules))
                .setInputOffset(outcome.getInputOffset())
                .setTimeUs(outcome.getTimeUs())
                .build();
        return new RegisteredSymbol(message, rules);
    }

    /**
     * Changes the trading state of a known symbol.
     *
     * @param account who does it
     */
    public Mono<CommandResult.Decided> setState(String account, RegisteredSymbol symbol, TradingState state, Executor replyOn) {
        String name = symbol.rules().symbol();
        OrderCommand message = command()
                .setSetTradingState(SetTradingState.newBuilder().setSymbol(name).setState(state).setAccount(account))
                .build();
        return submit(CommandKind.SET_TRADING_STATE, symbol.partition(), name, message, replyOn);
    }

    private Mono<CommandResult.Decided> submit(CommandKind kind, int partition, String symbol, OrderCommand message, Executor replyOn) {
        LogLane lane = lanes.commands(partition).orElseThrow();
        Command command = new Command(kind, lane, symbol.getBytes(StandardCharsets.UTF_8), message);
        return gateway.submit(command, deadline, replyOn).map(result -> switch (result) {
            case CommandResult.Decided decided -> {
                CommandProblems.refusal(decided.outcome()).ifPresent(problem -> {
                    throw new ApiException(problem);
                });
                yield decided;
            }
            case CommandResult.Written written -> throw new ApiException(
                    ErrorCode.OUTCOME_UNKNOWN, "it is in the log, but the engine has not confirmed it in time; send it again");
            case CommandResult.NotWritten(WriteFailure failure) -> throw new ApiException(CommandProblems.notWritten(failure));
            case CommandResult.RateLimited(Duration retryAfter) -> throw new ApiException(CommandProblems.rateLimited(retryAfter));
        });
    }

    /** The newest rules are written again if these came after them: the last record of a symbol is the one that Kafka keeps. */
    private Mono<Void> register(RegisteredSymbol symbol, Executor replyOn) {
        return write(symbol, replyOn).then(Mono.defer(() -> registry.find(symbol.rules().symbol())
                .filter(known -> known.isNewerThan(symbol))
                .map(known -> register(known, replyOn))
                .orElse(Mono.empty())));
    }

    private Mono<Void> write(RegisteredSymbol symbol, Executor replyOn) {
        byte[] value = symbol.message().toByteArray();
        byte[] key = symbol.rules().symbol().getBytes(StandardCharsets.UTF_8);
        LogRecord record = new LogRecord(lanes.instruments(), "register-instrument", true, Micros.now(clock), key, value, null);
        return Mono.<Void>create(sink -> writer.write(record, new Registration(sink, replyOn)))
                .timeout(deadline)
                .onErrorMap(TimeoutException.class, e -> unregistered("this instance has not read it back in time"));
    }

    private static ApiException unregistered(String why) {
        return new ApiException(ErrorCode.OUTCOME_UNKNOWN, "the engine has it, the registry may not: " + why + "; send it again");
    }

    private OrderCommand.Builder command() {
        return OrderCommand.newBuilder().setTimeUs(Micros.now(clock));
    }

    /** Ends when the registry's record is written and read back. */
    private final class Registration implements WriteListener {

        private final MonoSink<Void> sink;
        private final Executor replyOn;

        Registration(MonoSink<Void> sink, Executor replyOn) {
            this.sink = sink;
            this.replyOn = replyOn;
        }

        @Override
        public void written(int partition, long offset) {
            registry.whenRead(offset, () -> replyOn.execute(sink::success));
        }

        @Override
        public void failed(WriteFailure failure) {
            replyOn.execute(() -> sink.error(unregistered(failure.name())));
        }
    }
}
