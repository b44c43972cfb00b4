// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.outcry.query.log.PriceReadCounts;
import io.outcry.query.stream.channel.Channels;
import io.outcry.query.stream.channel.UnknownChannelException;
import io.outcry.query.stream.fanout.Fanout;
import io.outcry.query.stream.fanout.StreamCounts;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens to channels every few seconds as long as the service runs, though nobody asks for anything. */
@Timeout(30)
class StreamLifecycleTest {

    /** When it is told what was read since zero. */
    private static final long TELLS_MILLIS = 10_000;

    private record Told(String symbol, long reads) {}

    private final MarketOnStage market = new MarketOnStage();
    private final Channels channels = new Channels(market, 64, -1, System::currentTimeMillis);
    private final Fanout fanout = new Fanout(
            channels, StreamStage.limits(Duration.ofSeconds(2)), new StreamCounts(new SimpleMeterRegistry()),
            new UnpooledByteBufAllocator(false), System::currentTimeMillis);

    @Test
    void whoWatchesAPriceReadsItEverySecondAndWhatNobodyWatchesIsForgotten() throws UnknownChannelException, InterruptedException {
        market.tell(channels);
        market.define("BTC-USD");
        channels.release(channels.acquire("book:BTC-USD", Optional.empty()));
        channels.acquire("price:BTC-USD", Optional.empty());
        channels.acquire("price:BTC-USD", Optional.empty());
        BlockingQueue<Told> told = new LinkedBlockingQueue<>();
        AtomicBoolean failed = new AtomicBoolean();
        PriceReadCounts reads = new PriceReadCounts((symbol, times) -> told.add(new Told(symbol, times)));
        reads.read("ETH-USD", 0);
        StreamLifecycle lifecycle = new StreamLifecycle(fanout, channels, reads, () -> {
            if (failed.compareAndSet(false, true)) {
                throw new OutOfMemoryError("the first time");
            }
            return TELLS_MILLIS;
        }, 2);
        lifecycle.start();
        try {
            assertThat(told.take()).as("two who watch it for two seconds").isEqualTo(new Told("BTC-USD", 4));
            assertThat(channels.size()).as("the price").isEqualTo(1);
        } finally {
            lifecycle.stop();
        }
        assertThat(lifecycle.isRunning()).isFalse();
        assertThat(fanout.admit()).as("nobody is admitted any more").isFalse();
    }
}
