// SPDX-License-Identifier: Apache-2.0
package io.outcry.order.api;

import io.outcry.contracts.position.LogPosition;
import io.outcry.contracts.position.PositionToken;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Gathers the answers of a batch, which come in any order, and is complete with the last one. */
final class BatchAnswers {

    /** Told at most, of all orders together: as many as one command can bring, about 1 MB. */
    static final int MAX_FILLS = 10_000;

    private final AtomicReferenceArray<Answer> answers;
    private final AtomicInteger untold = new AtomicInteger(MAX_FILLS);
    private final AtomicInteger missing;
    private final Consumer<BatchAnswers> complete;

    BatchAnswers(int size, Consumer<BatchAnswers> complete) {
        answers = new AtomicReferenceArray<>(size);
        missing = new AtomicInteger(size);
        this.complete = complete;
    }

    /** Each index once. */
    void set(int index, Answer answer) {
        answers.set(index, answer);
        if (missing.decrementAndGet() == 0) {
            complete.accept(this);
        }
    }

    /** True if one more fill may be told, which then counts. */
    boolean tellsFill() {
        return untold.getAndDecrement() > 0;
    }

    /** In the order of the request. */
    List<Answer> all() {
        List<Answer> all = new ArrayList<>(answers.length());
        for (int i = 0; i < answers.length(); i++) {
            all.add(answers.get(i));
        }
        return all;
    }

    /**
     * 200 whatever became of each. Its position is that of the last command in each partition, and what was refused may be tried again when
     * the last of it may.
     */
    Mono<ServerResponse> toResponse(@Nullable String applied) {
        StringBuilder body = new StringBuilder(512 * answers.length()).append("{\"results\":[");
        Map<Integer, Long> positions = new TreeMap<>();
        long retryAfterSeconds = 0;
        for (Answer answer : all()) {
            body.append(body.charAt(body.length() - 1) == '[' ? "" : ",").append(answer.body());
            retryAfterSeconds = Math.max(retryAfterSeconds, answer.retryAfterSeconds().orElse(0));
            answer.positions().forEach(at -> positions.merge(LogPosition.partition(at), at, Math::max));
        }
        var response = ServerResponse.ok().contentType(MediaType.APPLICATION_JSON);
        if (!positions.isEmpty()) {
            response.header(PositionToken.POSITION_HEADER, new PositionToken(List.copyOf(positions.values()), List.of()).toString());
        }
        if (retryAfterSeconds != 0) {
            response.header(HttpHeaders.RETRY_AFTER, String.valueOf(retryAfterSeconds));
        }
        if (applied != null) {
            response.header(Answer.APPLIED_HEADER, applied);
        }
        return response.bodyValue(body.append("]}").toString().getBytes(StandardCharsets.UTF_8));
    }
}
