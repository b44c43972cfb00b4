// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.contracts.v1.Outcome;
import io.outcry.contracts.v1.Side;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The web page: served by the service alone, and in a browser, where there is one, it shows what happens. */
@Order(1)
@Timeout(120)
class PageIT {

    @TempDir
    private static Path directory;

    private static QueryStage stage;

    /** A symbol with an ask at 7001.00. */
    private static String listed;

    @BeforeAll
    static void open() {
        stage = QueryStage.open(directory);
        stage.awaitReady();
        int partition = (QueryStage.PARTITION + 3) % QueryStage.PARTITIONS;
        OutcomeScript script = new OutcomeScript(partition, stage.symbolIn(partition));
        listed = script.symbol();
        stage.write(partition, script.define());
        stage.write(partition, script.rest("alice", "", Side.SIDE_SELL, 700_100, 100, 100));
        stage.awaitProjected(script);
    }

    @AfterAll
    static void stop() {
        if (stage != null) {
            stage.close();
        }
    }

    @Test
    void thePageAndAllItNeedsComeFromHere() {
        String page = stage.get("/").body();
        assertThat(page).contains("<script src=\"/outcry.js\">", "href=\"/outcry.css\"").doesNotContain("http:", "https:", "src=\"//");
        assertThat(stage.get("/outcry.js").statusCode()).isEqualTo(200);
        assertThat(stage.get("/outcry.css").statusCode()).isEqualTo(200);
        assertThat(stage.get("/outcry.js").body()).doesNotContain("http://", "https://");
    }

    @Test
    void nothingFromElsewhereRunsInThePageThatTakesAKey() {
        HttpHeaders headers = stage.get("/").headers();
        assertThat(headers.firstValue("Content-Security-Policy").orElse("")).startsWith("default-src 'self';")
                .contains("frame-ancestors 'none'");
        assertThat(headers.firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(headers.firstValue("Referrer-Policy")).hasValue("no-referrer");
    }

    /** A part would need its own length: files are small, and come whole. */
    @ParameterizedTest
    @ValueSource(strings = {"/", "/index.html", "/outcry.js", "/openapi.yaml", "/asyncapi.yaml"})
    void aFileComesWholeWhateverRangeIsAskedFor(String path) {
        byte[] whole = stage.get(path).body().getBytes(StandardCharsets.UTF_8);
        for (String range : List.of("bytes=0-1", "bytes=99999999-", "bytes=5-1", "bytes=0-1,500-600", "x")) {
            var answer = stage.get(path, "Range", range);
            assertThat(answer.statusCode()).as(range).isEqualTo(200);
            assertThat(answer.headers().firstValueAsLong("Content-Length")).as(range).hasValue(whole.length);
            assertThat(answer.body().getBytes(StandardCharsets.UTF_8)).as(range).isEqualTo(whole);
        }
    }

    @ParameterizedTest
    @CsvSource({"HEAD, 200", "POST, 405", "OPTIONS, 204"})
    void theRootIsAskedAsAnyOtherPath(String method, int status) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + stage.port() + "/"))
                .method(method, HttpRequest.BodyPublishers.noBody()).build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(status);
        }
        assertThat(stage.get("/", "Accept", "application/json").body()).startsWith("<!doctype html>");
    }

    /** What a browser asks before it sends a key for a page from elsewhere. */
    @ParameterizedTest
    @CsvSource({"/api/v1/orders/1, 204, 'GET, HEAD, OPTIONS'", "/api/v1/nothing, 404, ''"})
    void aPageFromElsewhereIsToldWhatAnyoneIsAndNoMore(String path, int status, String allow) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + stage.port() + path))
                .header("Origin", "http://localhost:3000").header("Access-Control-Request-Method", "GET")
                .method("OPTIONS", HttpRequest.BodyPublishers.noBody()).build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(status);
            assertThat(answer.headers().firstValue("Allow").orElse("")).isEqualTo(allow);
            assertThat(answer.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
            assertThat(answer.body().contains("\"code\":\"NOT_FOUND\"")).isEqualTo(status == 404);
        }
    }

    @Test
    void aBrowserShowsPriceBookTradesAndOwnOrders() throws Exception {
        OutcomeScript script = new OutcomeScript(QueryStage.PARTITION, QueryStage.SYMBOL);
        stage.write(script.define());
        Outcome rest = script.rest("alice", "", Side.SIDE_SELL, 6_000_100, 100, 100);
        stage.write(rest);
        stage.write(script.rest("alice", "", Side.SIDE_BUY, 5_999_900, 30, 30));
        stage.price(QueryStage.SYMBOL, 6_000_000, System.currentTimeMillis());
        stage.awaitProjected(script);
        try (Browser browser = browser(stage.port())) {
            awaitText(browser, "connection", "live");
            awaitText(browser, "price", "60000.00");
            awaitText(browser, "book", "59999.00");
            awaitText(browser, "book", "1.00");
            logIn(browser, QueryStage.ALICE);
            awaitText(browser, "account", "alice");
            awaitText(browser, "orders", Long.toString(rest.getOrders(0).getOrderId()));
            stage.write(script.take("bob", Side.SIDE_BUY, 6_000_100, 40, rest.getOrders(0), 40, 60));
            awaitText(browser, "book", "0.60");
            awaitText(browser, "trades", "60001.00");
            awaitText(browser, "orders", "PARTIALLY_FILLED");
            logIn(browser, QueryStage.BOB);
            awaitText(browser, "account", "bob");
            awaitText(browser, "connection", "live");
            assertThat(browser.evaluate("document.getElementById('orders').textContent")).as("alice's are not bob's to see").isEmpty();
        }
    }

    @Test
    void thatAKeyIsNotKnownStaysToBeReadWhateverElseIsAnswered() throws Exception {
        int partition = (QueryStage.PARTITION + 1) % QueryStage.PARTITIONS;
        OutcomeScript script = new OutcomeScript(partition, stage.symbolIn(partition));
        stage.write(partition, script.define());
        QueryStage.await("the symbol is known", () -> stage.get("/api/v1/books/" + script.symbol()).statusCode() == 200);
        try (Browser browser = browser(stage.port())) {
            awaitText(browser, "connection", "live");
            logIn(browser, "wrong");
            awaitText(browser, "problem", "not known");
            browser.evaluate("receive = (before => message => { before(message); window.answered ||= message.op; })(receive); "
                    + "subscribe(['book:" + script.symbol() + "'])");
            QueryStage.await("an answer", () -> browser.evaluate("window.answered").equals("subscribed"));
            awaitText(browser, "problem", "not known");
        }
    }

    @Test
    void aServerThatFallsSilentIsNotShownAsLive() throws Exception {
        try (DelayingProxy between = new DelayingProxy(stage.port(), 1);
                Browser browser = browser(between.port())) {
            awaitText(browser, "connection", "live");
            between.still(true);
            awaitText(browser, "connection", "silent");
            assertThat(browser.evaluate("document.getElementById('connection').className")).isEmpty();
            between.still(false);
            awaitText(browser, "connection", "live");
        }
    }

    /** No message comes when it happens: there is no newer price. */
    @Test
    void aPriceThatGrowsStaleIsShownSo() throws Exception {
        int partition = (QueryStage.PARTITION + 2) % QueryStage.PARTITIONS;
        OutcomeScript script = new OutcomeScript(partition, stage.symbolIn(partition));
        stage.write(partition, script.define());
        QueryStage.await("the symbol is known", () -> stage.get("/api/v1/books/" + script.symbol()).statusCode() == 200);
        try (Browser browser = browser(stage.port())) {
            awaitText(browser, "symbol", script.symbol());
            browser.evaluate("choose('" + script.symbol() + "')");
            stage.price(script.symbol(), 123_400, System.currentTimeMillis() - 5_000);
            awaitText(browser, "price", "1234.00");
            awaitText(browser, "price-more", "stale");
        }
    }

    @Test
    void whatThePageWasTooQuickForIsAskedAgain() throws Exception {
        try (Browser browser = browser(stage.port())) {
            awaitText(browser, "symbol", listed);
            browser.evaluate("for (let i = 0; i < 70; i++) choose('" + listed + "')");
            awaitText(browser, "book", "7001.00");
            awaitText(browser, "connection", "live");
        }
    }

    /** What is selected, or read aloud, is not taken away each second. */
    @Test
    void whatIsAsItWasStaysAndGrowsStaleWhileTheMachineSleeps() throws Exception {
        try (Browser browser = browser(stage.port())) {
            awaitText(browser, "symbol", listed);
            browser.evaluate("choose('" + listed + "')");
            stage.price(listed, 700_000, System.currentTimeMillis());
            awaitText(browser, "price", "7000.00");
            awaitText(browser, "book", "7001.00");
            browser.evaluate("window.row = document.querySelector('#book tr'); const now = Date.now; Date.now = () => now() + 3600000");
            awaitText(browser, "price-more", "stale");
            assertThat(browser.evaluate("String(window.row.isConnected)")).isEqualTo("true");
        }
    }

    /** Standalone serves the page a moment before it lists its first instruments. */
    @Test
    void thePageLooksForInstrumentsUntilThereAreAny() throws Exception {
        try (Browser browser = browser(stage.port())) {
            awaitText(browser, "connection", "live");
            browser.evaluate("window.listed = []; window.fetch = () => Promise.resolve({ok: true, json: () => window.listed}); "
                    + "listInstruments()");
            awaitText(browser, "problem", "there are no instruments yet");
            browser.evaluate("window.listed = [{symbol: 'ETH-USD'}]");
            awaitText(browser, "symbol", "ETH-USD");
            assertThat(browser.evaluate("document.getElementById('problem').textContent")).doesNotContain("no instruments");
        }
    }

    @Test
    void nothingIsWiderThanANarrowScreen() throws Exception {
        try (Browser browser = browser(stage.port())) {
            awaitText(browser, "connection", "live");
            browser.evaluate("document.documentElement.style.width = '320px'");
            assertThat(browser.evaluate("String(document.querySelector('main').scrollWidth <= document.querySelector('main').clientWidth)"))
                    .isEqualTo("true");
        }
    }

    private static Browser browser(int port) throws IOException {
        Optional<Path> program = Browser.installed();
        Assumptions.assumeTrue(program.isPresent(), "no Chromium here");
        return new Browser(program.get(), directory, "http://127.0.0.1:" + port + "/");
    }

    private static void logIn(Browser browser, String key) {
        browser.evaluate("document.getElementById('key').value = '" + key + "'; document.getElementById('login').requestSubmit()");
    }

    private static void awaitText(Browser browser, String id, String text) {
        QueryStage.await(id + " shows " + text,
                () -> browser.evaluate("document.getElementById('" + id + "').textContent").contains(text));
    }
}
