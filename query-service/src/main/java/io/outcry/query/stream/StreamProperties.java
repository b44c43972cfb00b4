// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream;

import io.outcry.contracts.setting.Setting;
import io.outcry.query.stream.fanout.StreamLimits;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the streams.
 *
 * @param maxConnections WebSocket and event stream connections at the same time
 * @param connectsPerSecond new ones that are admitted
 * @param maxChannels of one connection
 * @param messagesPerSecond of one client, in the long run
 * @param maxFrameBytes of one message of a client
 * @param slowTimeout how long a client may neither catch up nor take 64 KiB before it is cut
 * @param silentTimeout how long a WebSocket client may answer no ping before it is cut
 * @param lifetime of a connection, give or take a tenth
 * @param history level changes, trades or reports (of 512 characters) that a watched channel keeps for clients who are slow or come back
 * @param resumeWindow how long a channel that nobody watches any more is kept for those who come back
 */
@ConfigurationProperties("outcry.stream")
public record StreamProperties(
        @DefaultValue("20000") int maxConnections,
        @DefaultValue("2000") int connectsPerSecond,
        @DefaultValue("1024") int maxChannels,
        @DefaultValue("20") int messagesPerSecond,
        @DefaultValue("65536") int maxFrameBytes,
        @DefaultValue("10s") Duration slowTimeout,
        @DefaultValue("60s") Duration silentTimeout,
        @DefaultValue("24h") Duration lifetime,
        @DefaultValue("4096") int history,
        @DefaultValue("60s") Duration resumeWindow) {

    public StreamProperties {
        Setting.atLeast("outcry.stream.history", history, 1);
        Setting.atLeast("outcry.stream.resume-window", resumeWindow, Duration.ZERO);
    }

    StreamLimits limits() {
        return new StreamLimits(
                maxConnections, connectsPerSecond, maxChannels, messagesPerSecond, maxFrameBytes, slowTimeout, silentTimeout, lifetime);
    }
}
