// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling;

import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.substring;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import io.gatling.javaapi.core.Session;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Reads of orders by their id, all as likely. */
final class Lookups {

    private static final String ID = "id";

    private final String authorization;
    private final SplittableRandom random;
    private volatile long[] ids = {};

    /** @param key of the account that all orders belong to */
    Lookups(String key, long seed) {
        this.authorization = "Bearer " + key;
        this.random = new SplittableRandom(seed);
    }

    /** The ids to draw from, once they are known. */
    void among(long[] known) {
        ids = known;
    }

    /** One read, right if it is answered with the order that was asked for. */
    ChainBuilder one(Function<Session, String> name) {
        return exec(session -> session.set(ID, next()))
                .exec(http(name).get(session -> "/api/v1/orders/" + session.getString(ID)).header("Authorization", authorization)
                        .check(status().is(200), substring(session -> "\"orderId\":\"" + session.getString(ID) + '"').exists()));
    }

    private synchronized String next() {
        return Long.toString(ids[random.nextInt(ids.length)]);
    }
}
