// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.outcry.query.view.Held;
import io.outcry.query.view.StoredPrice;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Answers with a price. Who gets the same price in the same millisecond gets the same bytes, so a crowd is encoded for a few times. */
final class EncodedPrice {

    private record Encoded(Held<StoredPrice> held, long atMillis, byte[] json, ReadAnswers.Stamp stamp, String tag) {

        boolean isOf(Held<StoredPrice> other, long nowMillis) {
            return atMillis == nowMillis && held.value() == other.value() && held.position().equals(other.position())
                    && held.partition().equals(other.partition());
        }
    }

    private volatile @Nullable Encoded last;

    /** The price as it is true at {@code nowMillis}, with its age and position; or 304 if the client has it. */
    Mono<ServerResponse> answer(ServerRequest request, Held<StoredPrice> held, long nowMillis) {
        Encoded encoded = last;
        if (encoded == null || !encoded.isOf(held, nowMillis)) {
            encoded = encode(held, nowMillis);
            last = encoded;
        }
        encoded.stamp().on(request);
        return ReadAnswers.ok(request, encoded.json(), encoded.tag());
    }

    private static Encoded encode(Held<StoredPrice> held, long nowMillis) {
        StoredPrice price = held.value();
        byte[] json = price.appendJson(new StringBuilder(320), nowMillis).toString().getBytes(StandardCharsets.UTF_8);
        String status = price.isStale(nowMillis) ? "STALE" : price.status();
        return new Encoded(
                held, nowMillis, json, ReadAnswers.stamped(List.of(held), price.ageMillis(nowMillis)),
                ETags.weak(price.sequence(), status));
    }
}
