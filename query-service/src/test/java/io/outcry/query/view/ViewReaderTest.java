// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lettuce.core.KeyValue;
import io.lettuce.core.cluster.PipelinedRedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.outcry.contracts.http.ApiException;
import io.outcry.contracts.http.ErrorCode;
import io.outcry.query.domain.CandleInterval;
import io.outcry.query.domain.TradeId;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/** What is read from a Redis that may have lost what it held a moment ago. */
class ViewReaderTest {

    private static final ViewPartition PARTITION = new ViewPartition(ViewLog.PRICES, 0);
    private static final ViewPartition OTHER = new ViewPartition(ViewLog.PRICES, 1);

    private final SeenPositions seen = new SeenPositions();
    private final ViewGuard guard = new ViewGuard(Duration.ofSeconds(30), 100);
    private final ViewReader reader = new ViewReader(this::redis, guard, seen);
    private int asked;
    private String position = "";

    /** One that holds the same price at whatever position. */
    @SuppressWarnings("unchecked")
    private RedisClusterAsyncCommands<String, byte[]> redis() {
        return (RedisClusterAsyncCommands<String, byte[]>) Proxy.newProxyInstance(
                ViewReaderTest.class.getClassLoader(), new Class<?>[]{RedisClusterAsyncCommands.class},
                (_, _, keys) -> new PipelinedRedisFuture<>(CompletableFuture.completedFuture(List.of(
                        KeyValue.just(((String[]) keys[0])[0], position.getBytes(UTF_8)),
                        KeyValue.just(((String[]) keys[0])[1], "a price".getBytes(UTF_8))))));
    }

    @AfterEach
    void close() {
        guard.close();
    }

    @Test
    void anAnswerFromBehindWhatWasSeenBeforeIsNotPassedOn() {
        position = "7:-1:0:0:0:0";
        assertThat(read().value()).contains("a price");
        assertThat(seen.floor()).as("an answer that is passed on is a promise").isEqualTo(7);
        position = "6:-1:0:0:0:0";
        assertThatExceptionOfType(ApiException.class).isThrownBy(this::read)
                .satisfies(refused -> assertThat(refused.problem().code()).isEqualTo(ErrorCode.VIEW_UNAVAILABLE));
        position = "7:-1:0:0:0:0";
        assertThat(read().value()).contains("a price");
    }

    /** Who asks for the same is told the same; who asks for something else is not. */
    @Test
    void onlyQuestionsThatAreTheSameInAllAreAskedOnce() {
        ViewReader silent = new ViewReader(this::silent, guard, seen);
        List<Mono<?>> different = List.of(
                silent.trades(PARTITION, "BTC-USD", Optional.empty(), 10),
                silent.trades(PARTITION, "ETH-USD", Optional.empty(), 10),
                silent.trades(PARTITION, "BTC-USD", Optional.empty(), 20),
                silent.trades(PARTITION, "BTC-USD", TradeId.parse("5-0"), 10),
                silent.trades(PARTITION, "BTC-USD", TradeId.parse("5-1"), 10),
                silent.trades(PARTITION, "BTC-USD", TradeId.parse("6-0"), 10),
                silent.trades(OTHER, "BTC-USD", Optional.empty(), 10),
                silent.candles(PARTITION, "BTC-USD", CandleInterval.MINUTE, 10),
                silent.candles(PARTITION, "ETH-USD", CandleInterval.MINUTE, 10),
                silent.candles(PARTITION, "BTC-USD", CandleInterval.DAY, 10),
                silent.candles(PARTITION, "BTC-USD", CandleInterval.MINUTE, 20),
                silent.instruments(PARTITION), silent.instruments(OTHER),
                silent.instrument(PARTITION, "BTC-USD"), silent.instrument(PARTITION, "ETH-USD"), silent.instrument(OTHER, "BTC-USD"),
                silent.price(PARTITION, "BTC-USD"), silent.price(PARTITION, "ETH-USD"), silent.price(OTHER, "BTC-USD"));
        Disposable.Composite readers = Disposables.composite();
        for (int reading = 0; reading < 2; reading++) {
            different.forEach(question -> readers.add(question.subscribe()));
            assertThat(asked).isEqualTo(different.size());
        }
        readers.dispose();
    }

    @SuppressWarnings("unchecked")
    private RedisClusterAsyncCommands<String, byte[]> silent() {
        asked++;
        return (RedisClusterAsyncCommands<String, byte[]>) Proxy.newProxyInstance(
                ViewReaderTest.class.getClassLoader(), new Class<?>[]{RedisClusterAsyncCommands.class},
                (_, _, _) -> new PipelinedRedisFuture<>(new CompletableFuture<>()));
    }

    private Held<Optional<String>> read() {
        return reader.price(PARTITION, "BTC-USD").blockOptional().orElseThrow();
    }
}
