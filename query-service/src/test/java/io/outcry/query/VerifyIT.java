// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.api.sync.RedisCommands;
import io.outcry.contracts.v1.Side;
import io.outcry.query.verify.OutcryVerify;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

/** The tool that compares Redis with the log finds what is wrong, and nothing else. */
@Timeout(120)
class VerifyIT {

    /** More than a service has that is told nothing. */
    private static final int PARTITIONS = 6;

    @TempDir
    private static Path directory;

    private static QueryStage stage;
    private static MakerOnStage maker;

    @BeforeAll
    static void start() {
        stage = QueryStage.open(directory, PARTITIONS);
        maker = new MakerOnStage(stage, 1);
        maker.tradeAndAwait(50);
        OutcomeScript script = maker.script();
        stage.write(1, script.rest("bob", "b:1", Side.SIDE_BUY, 9_000, 10, 10));
        stage.price(script.symbol(), 12_345, System.currentTimeMillis());
        stage.price(script.symbol(), 12_346, System.currentTimeMillis());
        QueryStage.await("the price is there", () -> stage.get("/api/v1/prices/" + script.symbol()).body().contains("123.46"));
        stage.awaitProjected(script);
    }

    @AfterAll
    static void stop() {
        if (stage != null) {
            stage.close();
        }
    }

    private static String verify(int status, String... more) {
        Told told = verify(more);
        assertThat(told.status()).as(told.text()).isEqualTo(status);
        return told.text();
    }

    /** Again where the mover did not come to its turn while the tool looked. */
    private static String verifyWhileSomethingMoves(int status) {
        Told told = Awaitility.await("the tool has seen it move").pollDelay(Duration.ZERO).atMost(Duration.ofSeconds(60))
                .until(() -> verify(), each -> each.text().contains(": the view does not stand still; stop the prices"));
        assertThat(told.status()).as(told.text()).isEqualTo(status);
        return told.text();
    }

    private record Told(int status, String text) {}

    private static Told verify(String... more) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<String> arguments = new ArrayList<>(stage.verifyArguments());
        arguments.addAll(List.of(more));
        int ended = OutcryVerify.run(arguments, new PrintStream(out, true, StandardCharsets.UTF_8));
        return new Told(ended, out.toString(StandardCharsets.UTF_8));
    }

    /** What a client of the stream put together while orders were placed and levels went, at another moment than Redis is at. */
    @Test
    void booksFromTheStreamAreComparedWithTheLogWhereTheClientWas() throws InterruptedException {
        OutcomeScript script = maker.script();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // Until the tool has followed the stream and says so.
        Thread trader = Thread.startVirtualThread(() -> {
            for (int i = 0; out.size() == 0 && i < 100_000; i++) {
                stage.write(1, script.rest("bob", "s:" + i, Side.SIDE_BUY, 8_000 + i % 100, 10, i % 7 == 0 ? 0 : 10 + i % 7));
                LockSupport.parkNanos(200_000);
            }
        });
        List<String> arguments = new ArrayList<>(stage.verifyArguments());
        arguments.addAll(List.of("--stream=ws://127.0.0.1:" + stage.port() + "/api/v1/stream", "--stream-duration=PT1S"));
        int status = OutcryVerify.run(arguments, new PrintStream(out, true, StandardCharsets.UTF_8));
        trader.join();
        stage.awaitProjected(script);
        String said = out.toString(StandardCharsets.UTF_8);
        assertThat(status).as(said).isZero();
        assertThat(said).containsPattern("stream: 1 books, [1-9][0-9]* deltas").contains("0 that did not follow",
                "and 1 books of the stream");
    }

    /** A large one comes in parts, and where its beginning came last the client has none. */
    @Test
    void aBookThatIsComingAnewIsNotPassedOver() {
        String snapshot = "{\"type\":\"snapshot\",\"channel\":\"book:" + maker.script().symbol() + "\",\"sequence\":1,\"more\":";
        DisposableServer stream = HttpServer.create().host("127.0.0.1").port(0).route(routes -> routes.ws("/", (_, out) -> out.sendString(
                Flux.just(snapshot + "false}", snapshot + "true}").concatWith(Mono.never())))).bindNow();
        try {
            assertThat(verify(1, "--stream=ws://127.0.0.1:" + stream.port() + "/", "--stream-duration=PT1S"))
                    .contains("1 books of the stream could not be compared");
        } finally {
            stream.disposeNow();
        }
    }

    @Test
    void aDifferenceIsToldByTheStatusAlsoWhereAnotherPartitionDoesNotStandStill() throws InterruptedException {
        String list = "{o1}:all:bob";
        AtomicBoolean moves = new AtomicBoolean(true);
        Thread mover = Thread.startVirtualThread(() -> stage.redis(redis -> {
            String position = redis.keys("{x*}:pos").getFirst();
            String stands = redis.get(position);
            for (long i = 0; moves.get(); i++) {
                redis.set(position, stands.substring(0, stands.lastIndexOf(':') + 1) + i);
            }
            redis.set(position, stands);
        }));
        String[] kept = new String[1];
        try {
            verifyWhileSomethingMoves(3);
            stage.redis(redis -> kept[0] = redis.rpop(list));
            assertThat(verifyWhileSomethingMoves(1)).contains(list);
            stage.redis(redis -> redis.rpush(list, kept[0]));
        } finally {
            moves.set(false);
            mover.join();
        }
    }

    private static void assertFound(String key, Consumer<RedisCommands<String, String>> harm,
            Consumer<RedisCommands<String, String>> mend) {
        stage.redis(harm);
        assertThat(verify(1)).contains(key);
        stage.redis(mend);
    }

    @Test
    void aViewThatIsRightIsEqualAndEveryKindOfDamageIsNamed() {
        assertThat(verify(0)).contains("equal: ");
        String symbol = maker.script().symbol();
        String order = "{o1}:o:" + maker.orderPath().substring(maker.orderPath().lastIndexOf('/') + 1);
        String[] kept = new String[1];
        assertFound(order, redis -> {
            kept[0] = redis.get(order);
            redis.set(order, kept[0].replace("PARTIALLY_FILLED", "FILLED"));
        }, redis -> redis.set(order, kept[0]));
        assertFound(order, redis -> redis.set(order, "no order"), redis -> redis.set(order, kept[0]));
        String fills = order.replace(":o:", ":f:");
        assertFound(fills, redis -> {
            kept[0] = redis.get(fills);
            redis.append(fills, kept[0]);
        }, redis -> redis.set(fills, kept[0]));
        for (String key : List.of("{o1}:open:bob", "{o1}:open:bob:" + symbol)) {
            assertFound(key + ":", redis -> redis.zadd(key, 5, "7"), redis -> redis.zrem(key, "7"));
        }
        for (String key : List.of("{o1}:all:bob", "{o1}:all:bob:" + symbol, "{o1}:t:" + symbol, "{o1}:k1m:" + symbol)) {
            assertFound(key + ":", redis -> kept[0] = redis.rpop(key), redis -> redis.rpush(key, kept[0]));
        }
        assertFound("{o1}:h:bob", redis -> {
            kept[0] = redis.hget("{o1}:h:bob", symbol);
            redis.hset("{o1}:h:bob", symbol, "1" + kept[0]);
        }, redis -> redis.hset("{o1}:h:bob", symbol, kept[0]));
        assertFound("{o1}:h:bob", redis -> redis.hset("{o1}:h:bob", symbol, "no holding"),
                redis -> redis.hset("{o1}:h:bob", symbol, kept[0]));
        assertFound("{o1}:log:", redis -> {
            kept[0] = redis.get("{o1}:log");
            redis.set("{o1}:log", "1:of-another");
        }, redis -> redis.set("{o1}:log", kept[0]));
        assertFound("{o1}:strange", redis -> redis.set("{o1}:strange", "1"), redis -> redis.del("{o1}:strange"));
        assertFound("{o5}:strange", redis -> redis.set("{o5}:strange", "1"), redis -> redis.del("{o5}:strange"));
        stage.awaitReady();
        assertThat(verify(0)).contains("equal: ");
    }

    @Test
    void aPositionThatIsNoneIsNoDifference() {
        String[] kept = new String[1];
        stage.redis(redis -> {
            kept[0] = redis.get("{o1}:pos");
            redis.set("{o1}:pos", "nowhere");
        });
        assertThat(verify(3)).contains("Redis could not be read: {o1}:pos: ");
        stage.redis(redis -> redis.set("{o1}:pos", kept[0]));
        stage.awaitReady();
    }

    private static String refused(int status, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(OutcryVerify.run(List.of(arguments), new PrintStream(out, true, StandardCharsets.UTF_8))).isEqualTo(status);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aCommandLineThatCannotBeUnderstoodIsRefusedBeforeAnythingIsRead() {
        String kafka = "--bootstrap-servers=127.0.0.1:1";
        String redis = "--redis=redis://127.0.0.1:1";
        assertThat(refused(2)).contains("--redis has to be given");
        assertThat(refused(2, redis)).contains("--bootstrap-servers has to be given");
        assertThat(refused(2, kafka, redis, "--what=1")).contains("not understood: --what=1");
        assertThat(refused(2, kafka, redis, "--retention=soon")).contains("--retention is no duration");
        assertThat(refused(2, kafka, redis, "--order-partitions=0")).contains("--order-partitions is out of range");
        assertThat(refused(2, kafka, redis, "--stream=http://127.0.0.1:1/")).contains("--stream is no address");
        assertThat(refused(2, kafka, "--redis=nowhere:1")).contains("outcry-verify --bootstrap-servers=");
    }

    @Test
    void anotherNumberOfPartitionsThanTheLogHasIsRefused() {
        String kafka = stage.verifyArguments().getFirst();
        String redis = stage.verifyArguments().get(1);
        String said = "the log has " + PARTITIONS + " partitions of orders and 4 of prices";
        assertThat(refused(2, kafka, redis, "--order-partitions=4")).contains(said);
        assertThat(refused(2, kafka, redis, "--order-partitions=" + PARTITIONS, "--price-partitions=5")).contains(said);
        assertThat(refused(0, kafka, redis, "--order-partitions=" + PARTITIONS, "--price-partitions=4")).contains("equal: ");
    }

    /** What could not be read is neither equal nor not. */
    @Test
    void whatCannotBeReachedIsNoDifference() {
        List<String> there = stage.verifyArguments();
        String kafka = there.getFirst();
        assertThat(refused(3, kafka, "--redis=redis://127.0.0.1:1")).startsWith("Redis could not be read: ");
        assertThat(refused(3, kafka, there.get(1), "--stream=ws://127.0.0.1:1/")).contains("cannot be opened");
    }
}
