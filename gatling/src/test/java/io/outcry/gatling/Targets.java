// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.dummy;
import static io.gatling.javaapi.core.CoreDsl.exec;

import io.gatling.javaapi.core.Assertion;
import io.gatling.javaapi.core.ChainBuilder;
import io.outcry.gatling.run.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;

/**
 * What a run must reach. Each target is judged once, after the last answer, and appears in Gatling's report as a request of its own name that
 * fails if the target is missed; the assertions that fail the run are about these.
 */
final class Targets {

    private record Target(String text, DoubleSupplier achieved, String unit, DoublePredicate isMet) {

        Verdict judged() {
            double value = achieved.getAsDouble();
            return new Verdict(text, value, unit, isMet.test(value));
        }
    }

    private final List<Target> targets = new ArrayList<>();
    private volatile List<Verdict> verdicts = List.of();

    /** @param limit which the figure must be below */
    void below(String what, double limit, String unit, DoubleSupplier achieved) {
        targets.add(new Target(what + " below " + plain(limit) + words(unit), achieved, unit, value -> value < limit));
    }

    /** @param limit which the figure may reach, but not exceed */
    void atMost(String what, double limit, String unit, DoubleSupplier achieved) {
        targets.add(new Target(what + " at most " + plain(limit) + words(unit), achieved, unit, value -> value <= limit));
    }

    void atLeast(String what, double limit, String unit, DoubleSupplier achieved) {
        targets.add(new Target(what + " at least " + plain(limit) + words(unit), achieved, unit, value -> value >= limit));
    }

    /** No request of the series may fail, and there must be some. */
    void noError(Series series) {
        targets.add(new Target(series.name() + ": no error", series::errors, "", errors -> errors == 0 && series.answers() > 0));
    }

    /** Offered and achieved rate within 1 % of what was wanted. */
    void rate(Series series) {
        targets.add(new Target(
                series.name() + ": " + plain(series.wantedPerSecond()) + "/s offered and achieved within 1 %", series::achievedPerSecond,
                "/s",
                achieved -> series.reachedRate()));
    }

    /** A percentile of the time from due to answer. */
    void percentile(Series series, int percentile, int limitMillis) {
        below(series.name() + ": p" + percentile, limitMillis, "ms", () -> series.millis(percentile));
    }

    void slowest(Series series, int limitMillis) {
        atMost(series.name() + ": slowest", limitMillis, "ms", () -> series.millis(100));
    }

    /** Judges all of them; the last step of a run. */
    ChainBuilder verdict() {
        ChainBuilder all = exec(session -> {
            verdicts = targets.stream().map(Target::judged).toList();
            return session;
        });
        for (int i = 0; i < targets.size(); i++) {
            int index = i;
            all = all.exec(dummy(targets.get(i).text(), 0).withSuccess(session -> verdicts.get(index).met()));
        }
        return all;
    }

    List<Assertion> assertions() {
        return IntStream.range(0, targets.size())
                .mapToObj(i -> details(targets.get(i).text()).failedRequests().count().is(0L)).toList();
    }

    /** As judged; empty if the run did not come so far. */
    List<Verdict> verdicts() {
        return verdicts;
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? String.format(Locale.ROOT, "%,.0f", number) : String.valueOf(number);
    }

    private static String words(String unit) {
        return unit.isEmpty() || unit.startsWith("/") || unit.equals("%") ? unit : " " + unit;
    }
}
