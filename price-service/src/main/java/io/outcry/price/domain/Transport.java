// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

/** How a quote came from its venue. */
public enum Transport {
    /** One question, one answer. */
    REST,
    /** Pushed by the venue over a connection that stays open. */
    SOCKET
}
