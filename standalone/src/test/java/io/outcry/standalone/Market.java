// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.standalone.client.LocalApi;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import tools.jackson.databind.JsonNode;

/** A standalone in this JVM on free ports, without demo traders, and the words to trade on it. */
final class Market implements AutoCloseable {

    static final String ALICE = "demo-alice";
    static final String BOB = "demo-bob";
    static final String ADMIN = "demo-admin";

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ConfigurableApplicationContext context;
    private final LocalApi api;

    private Market(ConfigurableApplicationContext context) {
        this.context = context;
        this.api = context.getBean(LocalApi.class);
    }

    static Market open(Path directory, String... more) {
        return open(context -> {}, directory, more);
    }

    /** @param setup adds to what the context is made of */
    static Market open(ApplicationContextInitializer<GenericApplicationContext> setup, Path directory, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0", "--outcry.standalone.kafka-port=0", "--outcry.standalone.redis-port=0",
                "--outcry.standalone.data-dir=" + directory, "--outcry.demo=false",
                // What comes of a command is said by the answer itself, however busy the machine is.
                "--outcry.order.outcome-deadline=8s"));
        arguments.addAll(List.of(more));
        SpringApplication application = StandaloneApplication.application();
        application.addInitializers(setup);
        Market market = new Market(application.run(arguments.toArray(String[]::new)));
        market.awaitReady();
        return market;
    }

    void awaitReady() {
        try {
            api.awaitReady();
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    LocalApi.Answer get(String path, String... headers) throws Exception {
        return api.call("GET", path, null, null, headers);
    }

    LocalApi.Answer getAs(String key, String path, String... headers) throws Exception {
        return api.call("GET", path, key, null, headers);
    }

    /** What a read says that holds a position. */
    LocalApi.Answer readAfter(String position, String key, String path) throws Exception {
        return inItsTime(() -> getAs(key, path, "Outcry-Read-After", position));
    }

    /**
     * What a read says that was given its time: on a slow machine it may need more than its deadline, for the position (412) or for the view
     * itself (503).
     */
    static LocalApi.Answer inItsTime(Callable<LocalApi.Answer> read) throws Exception {
        return await("a read within its deadline", read, answer -> answer.status() != 412 && answer.status() != 503);
    }

    LocalApi.Answer send(String key, String method, String path, Object body, String... headers) throws Exception {
        return api.call(method, path, key, body, headers);
    }

    LocalApi.Answer limit(String key, String symbol, String side, String quantity, String price, String timeInForce) throws Exception {
        Map<String, Object> order = order(symbol, side, "LIMIT", quantity);
        order.put("price", price);
        order.put("timeInForce", timeInForce);
        return send(key, "POST", "/api/v1/orders", order);
    }

    LocalApi.Answer market(String key, String symbol, String side, String quantity) throws Exception {
        return send(key, "POST", "/api/v1/orders", order(symbol, side, "MARKET", quantity));
    }

    /** A new instrument of its own for a test: scales 2 and 2, tick and lot 0.01. */
    void list(String symbol) throws Exception {
        Map<String, Object> rules = new LinkedHashMap<>();
        rules.put("baseAsset", symbol.substring(0, symbol.indexOf('-')));
        rules.put("quoteAsset", symbol.substring(symbol.indexOf('-') + 1));
        rules.put("priceScale", 2);
        rules.put("quantityScale", 2);
        rules.put("tickSize", "0.01");
        rules.put("lotSize", "0.01");
        rules.put("minQuantity", "0.01");
        rules.put("maxQuantity", "10000.00");
        assertThat(send(ADMIN, "PUT", "/api/v1/admin/instruments/" + symbol, rules).status()).isIn(200, 201);
    }

    /** Asks again until the answer is as wished; fails after 30 s with what it last was. */
    static LocalApi.Answer await(String what, Callable<LocalApi.Answer> question, Predicate<LocalApi.Answer> wished) throws Exception {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        LocalApi.Answer answer = question.call();
        while (!wished.test(answer)) {
            assertThat(System.nanoTime()).as("%s did not happen within %s; last answer %s", what, LIMIT, answer).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(20);
            answer = question.call();
        }
        return answer;
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Where its broker is. */
    String kafka() {
        return String.valueOf(context.getEnvironment().getProperty("spring.kafka.bootstrap-servers"));
    }

    static String position(LocalApi.Answer answer) throws IOException {
        return answer.headers().firstValue("Outcry-Position").orElseThrow(() -> new IOException("no Outcry-Position: " + answer));
    }

    static String text(JsonNode node, String field) {
        return node.path(field).asString();
    }

    private static Map<String, Object> order(String symbol, String side, String type, String quantity) {
        Map<String, Object> order = new LinkedHashMap<>();
        order.put("symbol", symbol);
        order.put("side", side);
        order.put("type", type);
        order.put("quantity", quantity);
        return order;
    }

    @Override
    public void close() {
        context.close();
    }
}
