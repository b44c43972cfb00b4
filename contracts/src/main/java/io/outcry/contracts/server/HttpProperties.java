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
 * @param maxConnections Connections that may be open at the same time, streams included; one more is closed at once. 0 for three quarters
 *     of the files that the process may open
 * @param idleTimeout How long a connection stays open on which no whole request, no part of a body and no part of an answer has passed, at
 *     least 1 s. Has to be longer than {@code outcry.order.max-wait}, {@code outcry.order.delivery-timeout} and twice
 *     {@code outcry.order.instrument-deadline}, or a client that waits does not get its answer, and longer than a proxy in front keeps its
 *     connections. Streams have limits of their own
 * @param maxEventLoopDelay How long an event loop may work on requests that came at the same time, if there are more than 100, before it
 *     refuses the rest of the new orders among them, and of the reads of one order, or of one price that is not at hand, with 503
 *     {@code OVERLOADED}; 10 ms to 1 min
 * @param allowedHosts Names and addresses, without a port, that a request may name in {@code Host}, and in {@code Origin} if it has one,
 *     besides those of loopback; {@code *} for any. If empty, a server that listens on loopback takes no others, and any other server takes
 *     all
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
