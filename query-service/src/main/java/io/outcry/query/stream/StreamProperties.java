// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import io.netty.util.internal.PlatformDependent;
import io.outcry.contracts.setting.Setting;
import io.outcry.query.stream.fanout.StreamLimits;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the streams.
 *
 * @param maxConnections WebSocket and event stream connections that may be open at the same time, 1 to 10,000,000; one more is refused
 *     (503)
 * @param connectsPerSecond New WebSocket and event stream connections that are admitted in a second, 1 to 1,000,000; one more is refused
 *     (503)
 * @param maxChannels Channels that one connection may watch, 1 to 100,000
 * @param messagesPerSecond Messages that one WebSocket client may send in a second, in the long run, 1 to 1,000,000; five times as many at
 *     once
 * @param maxFrameBytes Longest message of a WebSocket client in bytes, its fragments together, 128 to 16,777,216
 * @param maxQueuedBytes Bytes that may wait for all clients of streams together, 1 to 1,099,511,627,776 (1 TiB); beyond, those that have
 *     taken nothing for longest are cut. 0 for a quarter of the direct memory that the process may use
 * @param slowTimeout How long a client of a stream may neither catch up nor take 64 KiB before it is cut, 1 ms to 1 h
 * @param silentTimeout How long a WebSocket client may answer no ping before it is cut, 3 s to 1 day; pings go out after a third of it
 * @param lifetime How long a stream connection lasts, give or take a tenth, before it is ended, 1 s to 365 days; its client can connect
 *     again
 * @param history Level changes, trades or reports that a watched channel keeps for clients that are slow or come back, 1 to 1,000,000; a
 *     report counts one more for each 512 characters
 * @param resumeWindow How long a channel that no client watches any more is kept for those that come back, 0 to 1 day
 */
@ConfigurationProperties("outcry.stream")
public record StreamProperties(
        @DefaultValue("20000") int maxConnections,
        @DefaultValue("2000") int connectsPerSecond,
        @DefaultValue("1024") int maxChannels,
        @DefaultValue("20") int messagesPerSecond,
        @DefaultValue("65536") int maxFrameBytes,
        @DefaultValue("0") long maxQueuedBytes,
        @DefaultValue("10s") Duration slowTimeout,
        @DefaultValue("60s") Duration silentTimeout,
        @DefaultValue("24h") Duration lifetime,
        @DefaultValue("4096") int history,
        @DefaultValue("60s") Duration resumeWindow) {

    public StreamProperties {
        Setting.between("outcry.stream.max-connections", maxConnections, 1, 10_000_000);
        Setting.between("outcry.stream.connects-per-second", connectsPerSecond, 1, 1_000_000);
        Setting.between("outcry.stream.max-channels", maxChannels, 1, 100_000);
        Setting.between("outcry.stream.messages-per-second", messagesPerSecond, 1, 1_000_000);
        Setting.between("outcry.stream.max-frame-bytes", maxFrameBytes, 128, 16 * 1_024 * 1_024);
        Setting.between("outcry.stream.max-queued-bytes", maxQueuedBytes, 0L, 1L << 40);
        Setting.between("outcry.stream.slow-timeout", slowTimeout, Duration.ofMillis(1), Duration.ofHours(1));
        Setting.between("outcry.stream.silent-timeout", silentTimeout, Duration.ofSeconds(3), Duration.ofDays(1));
        Setting.between("outcry.stream.lifetime", lifetime, Duration.ofSeconds(1), Duration.ofDays(365));
        Setting.between("outcry.stream.history", history, 1, 1_000_000);
        Setting.between("outcry.stream.resume-window", resumeWindow, Duration.ZERO, Duration.ofDays(1));
    }

    StreamLimits limits() {
        long queuedBytes = maxQueuedBytes == 0 ? PlatformDependent.maxDirectMemory() / 4 : maxQueuedBytes;
        return new StreamLimits(
                maxConnections, connectsPerSecond, maxChannels, messagesPerSecond, maxFrameBytes, queuedBytes, slowTimeout, silentTimeout,
                lifetime);
    }
}
