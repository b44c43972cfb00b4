// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the HTTP server.
 *
 * @param maxConnections open at the same time, streams among them; one more is closed at once. 0: three quarters of the files that the
 *     process may open
 */
@ConfigurationProperties("outcry.http")
public record HttpProperties(@DefaultValue("0") int maxConnections) {}
