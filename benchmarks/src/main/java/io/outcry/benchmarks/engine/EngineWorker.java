// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.engine;

import com.google.protobuf.InvalidProtocolBufferException;
import io.outcry.benchmarks.command.Benchmark;
import io.outcry.benchmarks.command.CommandLine;
import io.outcry.benchmarks.command.Words;
import io.outcry.benchmarks.jvm.OwnJvm;
import io.outcry.benchmarks.pipeline.OrderFlow;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.matching.codec.CommandApplier;
import io.outcry.matching.codec.OutcomeEncoder;
import io.outcry.matching.domain.EngineLimits;
import io.outcry.matching.domain.MatchingEngine;
import io.outcry.matching.recovery.OutcomeChain;
import io.outcry.matching.recovery.PartitionEngine;
import io.outcry.matching.recovery.PublishedTail;
import io.outcry.matching.recovery.Recovered;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One step of {@link EngineBenchmark} in this JVM; to be run under a profiler. */
public final class EngineWorker implements Benchmark {

    static final String NAME = "engine-worker";

    /** What the line of the result begins with. */
    static final String RESULT = "STEP ";

    /** Of no meaning; that it is written keeps the compiler from leaving work out. */
    private long seen;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String usage() {
        return """
                one step of "engine" in this JVM, as engine starts it
                  --step %s
                """.formatted(String.join("|", Words.of(Step.class))) + EngineLoad.USAGE;
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws InvalidProtocolBufferException {
        OwnJvm.endWithParent();
        Set<String> options = new HashSet<>(EngineLoad.OPTIONS);
        options.add("--step");
        CommandLine line = new CommandLine(arguments, options, Set.of(EngineLoad.ANONYMOUS));
        Step step = line.one("--step", Step.class);
        EngineLoad load = EngineLoad.of(line);
        byte[][] commands = commands(load);
        List<byte[]> outcomes = step == Step.BYTES ? outcomes(commands) : List.of();
        Neighbours.moveIn(load.neighbours());
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        StepResult last = new StepResult(0, 0);
        for (int pass = 0; pass < load.passes(); pass++) {
            long began = threads.getCurrentThreadCpuTime();
            long chain = switch (step) {
                case BYTES -> bytes(commands, outcomes);
                case MATCH -> match(commands);
                case WRITE -> write(commands);
                case CHAIN -> chain(commands);
            };
            last = new StepResult((double) (threads.getCurrentThreadCpuTime() - began) / load.commands(), chain);
        }
        out.println(RESULT + last.text());
    }

    private static byte[][] commands(EngineLoad load) throws InvalidProtocolBufferException {
        OrderFlow flow = new OrderFlow(load.seed(), "FLOW-USD");
        byte[][] commands = new byte[load.commands()][];
        for (int i = 0; i < commands.length; i++) {
            commands[i] = load.anonymous() ? anonymous(flow.next()) : flow.next();
        }
        return commands;
    }

    private static byte[] anonymous(byte[] command) throws InvalidProtocolBufferException {
        OrderCommand.Builder message = OrderCommand.parseFrom(command).toBuilder();
        if (message.hasPlace()) {
            message.getPlaceBuilder().clearClientOrderId();
        }
        return message.build().toByteArray();
    }

    private static List<byte[]> outcomes(byte[][] commands) {
        CommandApplier applier = new CommandApplier(newEngine());
        OutcomeEncoder encoder = new OutcomeEncoder();
        List<byte[]> outcomes = new ArrayList<>(commands.length);
        for (int i = 0; i < commands.length; i++) {
            encoder.write(applier.apply(i, commands[i]));
            outcomes.add(Arrays.copyOf(encoder.bytes(), encoder.length()));
        }
        return outcomes;
    }

    private static MatchingEngine newEngine() {
        return new MatchingEngine(0, EngineLimits.STANDARD);
    }

    private long bytes(byte[][] commands, List<byte[]> outcomes) {
        OutcomeChain chain = new OutcomeChain(0);
        long sum = 0;
        for (int i = 0; i < commands.length; i++) {
            for (byte one : commands[i]) {
                sum += one;
            }
            byte[] outcome = outcomes.get(i);
            chain.add(i + 1, outcome, outcome.length);
        }
        seen += sum;
        return chain.value();
    }

    private long match(byte[][] commands) {
        CommandApplier applier = new CommandApplier(newEngine());
        for (int i = 0; i < commands.length; i++) {
            tell(commands, i, applier::expect);
            seen += applier.apply(i, commands[i]).trades().size();
        }
        return 0;
    }

    private long write(byte[][] commands) {
        CommandApplier applier = new CommandApplier(newEngine());
        OutcomeEncoder encoder = new OutcomeEncoder();
        for (int i = 0; i < commands.length; i++) {
            tell(commands, i, applier::expect);
            encoder.write(applier.apply(i, commands[i]));
            seen += encoder.length();
        }
        return 0;
    }

    /** Takes what {@link CommandApplier#expect(byte[][], int, int)} takes. */
    @FunctionalInterface
    private interface Foresight {

        void expect(byte[][] commands, int from, int to);
    }

    /** Says now and then which commands come, as the service does. */
    private static void tell(byte[][] commands, int next, Foresight foresight) {
        if (next % PartitionEngine.FORESEEN == 0) {
            foresight.expect(commands, next, Math.min(commands.length, next + PartitionEngine.FORESEEN));
        }
    }

    /** As a replay of what lies before an outcome that is never reached. */
    private static long chain(byte[][] commands) {
        PublishedTail beyond = new PublishedTail(commands.length, commands.length + 1L, 0, null, null);
        PartitionEngine engine = new PartitionEngine(
                new Recovered(newEngine(), new OutcomeChain(0), 0, beyond, null, List.of(), List.of()));
        for (int i = 0; i < commands.length; i++) {
            tell(commands, i, engine::expect);
            engine.replay(i, commands[i]);
        }
        return engine.point().chain();
    }
}
