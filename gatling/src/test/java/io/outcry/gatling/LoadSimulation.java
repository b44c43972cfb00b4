// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.rampUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.http;

import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpProtocolBuilder;
import io.outcry.gatling.run.Run;
import io.outcry.gatling.run.RunFile;
import io.outcry.gatling.run.Surroundings;
import io.outcry.gatling.summary.Summary;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What all simulations share: the measured time comes after a warm-up that is in no figure, the generator's processor time is that of the measured
 * time, the verdict comes after the last answer, and the run is left behind as a file, which the summary of all runs is made from.
 */
abstract class LoadSimulation extends Simulation {

    /** Between the warm-up and the measured time, so that the last answers of the one do not fall into the other. */
    static final int PAUSE_SECONDS = 2;
    /** After the measured time: longer than the longest wait for an answer. */
    private static final int LAST_ANSWERS_SECONDS = 7;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);

    final Settings settings = new Settings();
    final Targets targets = new Targets();
    final String baseUrl = settings.baseUrl();
    private final List<Series> series = new ArrayList<>();
    private final List<Series> levels = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final GeneratorCpu cpu = new GeneratorCpu();
    private final LocalDateTime started = LocalDateTime.now();
    private int seconds;

    /** What is special about this run, for its heading. */
    abstract String title();

    /** Undoes what the run did to the server, and says what else should be known. */
    void finish() {}

    /** A line for the result, in a sentence. */
    final void note(String sentence) {
        notes.add(sentence);
    }

    /** Takes it into the result. */
    final Series measure(Series some) {
        series.add(some);
        return some;
    }

    /** Takes it into the result as one step of a ramp. */
    final Series measureLevel(Series level) {
        levels.add(level);
        return level;
    }

    /** For many requests that need no connection of their own. */
    final HttpProtocolBuilder sharedConnections() {
        return ownConnections().shareConnections();
    }

    /** For users who keep their connection. */
    final HttpProtocolBuilder ownConnections() {
        return http.baseUrl(baseUrl).wsBaseUrl(baseUrl.replaceFirst("^http", "ws")).wsUnmatchedInboundMessageBufferSize(1_024)
                .disableCaching().disableFollowRedirect().acceptHeader("application/json").userAgentHeader("outcry-gatling");
    }

    /**
     * A rate that climbs for half of the time: what is too much for a generator and a server that are not compiled yet would wait in thousands of
     * connections, which are too much for those that are.
     *
     * @param seconds at least 2: Gatling counts in whole ones
     */
    static OpenInjectionStep[] warmingTo(double perSecond, int seconds) {
        int half = seconds / 2;
        return new OpenInjectionStep[]{
            rampUsersPerSec(perSecond / 10).to(perSecond).during(Duration.ofSeconds(half)),
            constantUsersPerSec(perSecond).during(Duration.ofSeconds(seconds - half))};
    }

    /**
     * Hands everything to Gatling.
     *
     * @param beforeSeconds from the start to the measured time
     * @param measuredSeconds length of the measured time
     */
    final void run(List<PopulationBuilder> traffic, HttpProtocolBuilder protocol, int beforeSeconds, int measuredSeconds) {
        this.seconds = measuredSeconds;
        List<PopulationBuilder> all = new ArrayList<>(traffic);
        all.add(scenario("generator, begin").exec(exec(session -> {
            cpu.start();
            return session;
        })).injectOpen(nothingFor(beforeSeconds), atOnceUsers(1)));
        all.add(scenario("generator, end").exec(exec(session -> {
            cpu.stop();
            return session;
        })).injectOpen(nothingFor(beforeSeconds + measuredSeconds), atOnceUsers(1)));
        all.add(scenario("verdict").exec(targets.verdict())
                .injectOpen(nothingFor(beforeSeconds + measuredSeconds + LAST_ANSWERS_SECONDS), atOnceUsers(1)));
        setUp(all).protocols(protocol).assertions(targets.assertions())
                .maxDuration(beforeSeconds + measuredSeconds + 3 * LAST_ANSWERS_SECONDS);
    }

    @Override
    public final void after() {
        finish();
        Run run = new Run(
                getClass().getSimpleName().replaceFirst("Simulation$", ""), title(), started.truncatedTo(ChronoUnit.SECONDS).format(TIME),
                seconds, Surroundings.commit(), Surroundings.machine(), Surroundings.server(), Surroundings.generator(), cpu.cores(),
                Runtime.getRuntime().availableProcessors(), settings.all(), series.stream().map(Series::figures).toList(),
                levels.stream().map(Series::figures).toList(), targets.verdicts(), notes);
        System.out.println("\n" + run.title() + ", " + run.seconds() + " s against " + baseUrl + ", commit " + run.commit());
        levels.forEach(level -> System.out.println(level.summary()));
        series.forEach(each -> System.out.println(each.summary()));
        notes.forEach(System.out::println);
        run.targets().forEach(target -> System.out.printf(
                Locale.ROOT, "%s  %s: %.2f%s%n", target.met() ? "met   " : "MISSED", target.target(), target.achieved(), target.unit()));
        System.out.printf(Locale.ROOT, "generator used %.2f of %d cores%n", run.generatorCores(), run.processors());
        Path results = Path.of(System.getProperty("results", "target/gatling"));
        System.out.println("result in " + RunFile.write(results, run));
        Summary.write(List.of(results), results);
    }
}
