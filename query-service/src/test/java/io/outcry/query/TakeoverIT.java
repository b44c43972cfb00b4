// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import io.outcry.embedded.EngineSource;
import io.outcry.embedded.RedisServer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Another Redis takes over behind the same address while the first stands still: nothing ends the connections that lead to that. */
@Timeout(120)
class TakeoverIT {

    private static final int NOBODY = 1;

    @TempDir
    private Path directory;

    private DelayingProxy proxy;

    @Test
    void whoIsConnectedToARedisThatStandsStillGoesOverToTheOneInItsPlace() {
        try (QueryStage stage = behindAProxy();
                DelayingProxy opened = proxy;
                RedisServer next = EngineSource.found().redis(directory.resolve("next"), 0)) {
            MakerOnStage maker = new MakerOnStage(stage, 0);
            maker.tradeAndAwait(30);
            stage.freezeRedis();
            try {
                opened.leadTo(next.port());
                maker.awaitReadable();
                maker.tradeAndAwait(1);
                maker.assertWhatIsReadIsRight();
                QueryStage.await("positions are heard from the one in its place", () -> isHeard(next));
            } finally {
                stage.thawRedis();
            }
        }
    }

    /**
     * As where another one is made master in order, and nobody cuts the connections to the first.
     *
     * @param writes false: as who has no partition of the projection, or where nobody trades
     */
    @ParameterizedTest(name = "writes: {0}")
    @ValueSource(booleans = {true, false})
    void whoIsConnectedToARedisThatHasBecomeAReplicaGoesOverToTheOneInItsPlace(boolean writes) {
        try (QueryStage stage = behindAProxy();
                DelayingProxy opened = proxy;
                RedisServer next = EngineSource.found().redis(directory.resolve("next"), 0)) {
            MakerOnStage maker = new MakerOnStage(stage, 0);
            maker.tradeAndAwait(30);
            // It goes on to answer with what it has.
            stage.redis(first -> first.replicaof("127.0.0.1", NOBODY));
            opened.leadTo(next.port());
            if (writes) {
                maker.tradeAndAwait(1);
            }
            QueryStage.await("positions are heard from the one in its place", () -> isHeard(next));
            maker.awaitReadable();
            maker.assertWhatIsReadIsRight();
        }
    }

    private QueryStage behindAProxy() {
        return QueryStage.open(directory, 2, port -> {
            proxy = new DelayingProxy(port, 42);
            return List.of("--outcry.query.redis-uri=redis://127.0.0.1:" + proxy.port());
        });
    }

    private static boolean isHeard(RedisServer server) {
        AtomicBoolean heard = new AtomicBoolean();
        QueryStage.redis(server, commands -> heard.set(!commands.pubsubChannels().isEmpty()));
        return heard.get();
    }
}
