// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.outcry.contracts.setting.Setting;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the HTTP server.
 *
 * @param maxConnections open at the same time, streams among them; one more is closed at once. 0: three quarters of the files that the
 *     process may open
 * @param idleTimeout how long a connection may be without a whole request, a part of a body or a part of an answer; at least a second.
 *     Longer than {@code outcry.order.max-wait} and {@code delivery-timeout}, and than {@code instrument-deadline} twice, or who has to wait
 *     for his answer does not get it; and than a proxy in front keeps its connections. Streams have rules of their own
 * @param maxEventLoopDelay how long an event loop may be at what came at the same time, more than a hundred requests, before it refuses the
 *     rest of the new orders among it, and of the reads of one order, or of one price that is not at hand: 503 {@code OVERLOADED}; 10 ms to
 *     a minute
 * @param allowedHosts names and addresses, without a port, that the header {@code Host}, and {@code Origin} where there is one, may say
 *     besides those of loopback; {@code *}: any. Where there are none, any on a server that is to be reached from
 *     elsewhere, and none on one that listens on loopback
 */
@ConfigurationProperties("outcry.http")
public record HttpProperties(
        @DefaultValue("0") int maxConnections,
        @DefaultValue("75s") Duration idleTimeout,
        @DefaultValue("100ms") Duration maxEventLoopDelay,
        @DefaultValue List<String> allowedHosts) {

    public HttpProperties {
        Setting.atLeast("outcry.http.max-connections", maxConnections, 0);
        allowedHosts = List.copyOf(allowedHosts);
        for (String host : allowedHosts) {
            if (!AllowedHosts.isHost(host) && !host.equals(AllowedHosts.ANY)) {
                throw new IllegalArgumentException(
                        "outcry.http.allowed-hosts holds names and addresses without a port, or '*' for any, not '" + host + "'");
            }
        }
    }
}
