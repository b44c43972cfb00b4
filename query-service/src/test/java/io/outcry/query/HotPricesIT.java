// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static io.outcry.query.QueryStage.ALICE;
import static io.outcry.query.QueryStage.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A price that is answered right behind the HTTP codec is answered as every other read is, and in its turn. */
@Timeout(60)
class HotPricesIT {

    @TempDir
    private static Path directory;

    private static QueryStage stage;
    private static MakerOnStage maker;
    private static String path;

    @BeforeAll
    static void start() {
        stage = QueryStage.open(directory, 2, redis -> List.of("--outcry.query.redis-uri=redis://127.0.0.1:" + redis,
                "--outcry.query.read-timeout=5s", "--spring.main.cloud-platform=kubernetes"));
        maker = new MakerOnStage(stage, 0);
        maker.tradeAndAwait(1);
        path = "/api/v1/prices/" + maker.script().symbol();
        fresh(12_345);
    }

    /** A price is held a moment before its position is told; with both there nothing moves until the next. */
    private static void fresh(long price) {
        Optional<String> before = position(stage.get(path));
        stage.price(maker.script().symbol(), price, System.currentTimeMillis());
        QueryStage.await("the price and its position are there", () -> {
            HttpResponse<String> answer = stage.get(path);
            return answer.body().contains("\"" + price / 100 + "." + price % 100 + "\"") && !position(answer).equals(before);
        });
    }

    @AfterAll
    static void stop() {
        if (stage != null) {
            stage.close();
        }
    }

    private static Set<String> names(HttpResponse<String> answer) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(answer.headers().map().keySet());
        return names;
    }

    private static HttpResponse<String> theLongWay() {
        return stage.get(path, "If-None-Match", "\"another\"");
    }

    private static Optional<String> position(HttpResponse<String> answer) {
        return answer.headers().firstValue("Outcry-Position");
    }

    @Test
    void theShortWaySaysWhatTheLongWaySays() {
        fresh(12_346);
        HttpResponse<String> shortWay = stage.get(path);
        HttpResponse<String> longWay = theLongWay();
        assertThat(names(shortWay)).isEqualTo(names(longWay)).contains("Age", "ETag", "Outcry-Position", "Content-Type");
        for (String header : List.of("ETag", "Outcry-Position", "Content-Type")) {
            assertThat(shortWay.headers().firstValue(header)).as(header).isEqualTo(longWay.headers().firstValue(header));
        }
        assertThat(shortWay.body().replaceAll("\"ageMs\":\\d+", "")).isEqualTo(longWay.body().replaceAll("\"ageMs\":\\d+", ""));
        assertThat(json(shortWay).get("price").asString()).isEqualTo("123.46");
        assertThat(stage.get(path, "If-None-Match", shortWay.headers().firstValue("ETag").orElseThrow()).statusCode()).isEqualTo(304);
    }

    @Test
    void whatIsNotAsPlainGoesTheLongWay() {
        fresh(12_347);
        assertThat(stage.get("/api/v1/prices/NOT-KNOWN").statusCode()).isEqualTo(404);
        assertThat(stage.get(path + "?maxAgeMs=600000").statusCode()).isEqualTo(200);
        assertThat(stage.get(path + "?maxAgeMs=never").statusCode()).isEqualTo(400);
        assertThat(stage.get(path + "/explain").statusCode()).isEqualTo(200);
        assertThat(stage.get("/api/v1/prices/" + maker.script().symbol().replace("-", "%2D")).statusCode()).isEqualTo(200);
        assertThat(stage.get(path, "Outcry-Read-After", "no token").statusCode()).isEqualTo(400);
    }

    @Test
    void aCacheThatKeepsAnAnswerIsToldTheAgeThatThePriceHasThenWhicheverWayItGoes() {
        fresh(12_349);
        String all = "/api/v1/prices?symbols=" + maker.script().symbol();
        for (HttpResponse<String> answer : List.of(
                stage.get(path, "Outcry-Kept-For", "5"), stage.get(path, "Outcry-Kept-For", "5", "If-None-Match", "\"another\""),
                stage.get(all, "Outcry-Kept-For", "5"))) {
            assertThat(Long.parseLong(answer.headers().firstValue("Age").orElseThrow())).isGreaterThanOrEqualTo(5);
            assertThat(Long.parseLong(answer.body().replaceAll(".*\"ageMs\":(\\d+).*", "$1"))).isGreaterThanOrEqualTo(5_000);
        }
    }

    /** In a pod, too, where Spring Boot believes them unless it is told otherwise. */
    @ParameterizedTest
    @CsvSource({"X-Forwarded-Prefix, /x?y", "X-Forwarded-Port, x", "Forwarded, for=a:b"})
    void whatARequestSaysOfItsOwnWayIsNotBelieved(String header, String value) {
        assertThat(stage.get(path, header, value).statusCode()).isEqualTo(200);
        assertThat(stage.get(path, header, value, "If-None-Match", "\"another\"").statusCode()).isEqualTo(200);
    }

    @Test
    void bothWaysAreCountedAsOneRoute() {
        fresh(12_348);
        long before = counted();
        stage.get(path);
        theLongWay();
        assertThat(counted()).isGreaterThanOrEqualTo(before + 2);
        assertThat(stage.bean(MeterRegistry.class).find("http.server.requests").tag("uri", "/api/v1/prices/{symbol}").timers())
                .allMatch(timer -> timer.getId().getTags().size() == 6);
    }

    private static long counted() {
        return stage.bean(MeterRegistry.class).find("http.server.requests").tag("uri", "/api/v1/prices/{symbol}").tag("status", "200")
                .timers().stream().mapToLong(Timer::count).sum();
    }

    /** Requests that are sent without waiting for answers are answered in their order, whichever way each goes. */
    @Test
    void answersComeInTheOrderOfRequests() throws IOException {
        fresh(12_349);
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            paths.add(i % 3 == 1 ? maker.orderPath() : path);
        }
        List<PipelinedRequests.Answer> answers = PipelinedRequests.get(stage.port(), ALICE, paths);
        for (int i = 0; i < paths.size(); i++) {
            assertThat(answers.get(i).statusLine()).isEqualTo("HTTP/1.1 200 OK");
            assertThat(answers.get(i).body()).contains(paths.get(i).equals(path) ? "\"price\":\"123.49\"" : "\"orderId\"");
        }
    }
}
