// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.bodyString;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Reads of single prices, each of a symbol that is drawn evenly from some. */
final class PriceReads {

    private static final Set<String> PRICED = Set.of("FRESH", "STALE", "SINGLE_SOURCE", "DEGRADED");

    private final List<String> symbols;
    private final SplittableRandom random;

    PriceReads(List<String> symbols, long seed) {
        this.symbols = symbols;
        this.random = new SplittableRandom(seed);
    }

    /**
     * One read, right if it is answered with a price.
     *
     * @param query is added to the path
     */
    ChainBuilder one(Function<Session, String> name, String query) {
        return exec(http(name).get(session -> "/api/v1/prices/" + next() + query)
                .check(status().is(200), bodyString().transform(PriceReads::isPrice).is(true)));
    }

    private synchronized String next() {
        return symbols.get(random.nextInt(symbols.size()));
    }

    /** A known status, an age, and a price above zero. */
    private static boolean isPrice(String body) {
        return PRICED.contains(Json.text(body, "status"))
                && body.contains("\"ageMs\":")
                && Json.text(body, "price").chars().anyMatch(digit -> digit >= '1' && digit <= '9')
                && !Json.text(body, "price").startsWith("-");
    }
}
