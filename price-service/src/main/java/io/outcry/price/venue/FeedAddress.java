// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import java.net.URI;

/**
 * A venue's sockets.
 *
 * @param url scheme (ws or wss), host and port
 */
public record FeedAddress(FeedDialect dialect, URI url) {}
