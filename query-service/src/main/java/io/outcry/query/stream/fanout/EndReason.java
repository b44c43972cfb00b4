// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.fanout;

/** Why a connection ends, in the word of its {@code bye}, and the WebSocket status that goes with it. */
public enum EndReason {
    /** The client went, with or without a word. */
    LEFT("left", 1000),
    /** The server goes down: come back to another one. */
    SHUTDOWN("shutdown", 1001),
    /** The connection has lived as long as one may: come back. */
    LIFETIME("lifetime", 1001),
    /** The token that said who the client is has ended, and no newer one came: come back with one. */
    EXPIRED("expired", 1008),
    /** Nothing could be written for too long; a word of farewell could not either. */
    SLOW("slow", 1008),
    /** No ping was answered for too long. */
    SILENT("silent", 1008),
    /** Too many messages, or too many mistakes. */
    ABUSE("abuse", 1008),
    /** A frame that is larger than one may be. */
    TOO_LARGE("too-large", 1009),
    /** A text message that is no UTF-8. */
    INVALID_TEXT("invalid-text", 1007),
    /** What came is no WebSocket frame. */
    PROTOCOL("protocol", 1002);

    private final String text;
    private final int status;

    EndReason(String text, int status) {
        this.text = text;
        this.status = status;
    }

    public String text() {
        return text;
    }

    /** Of the WebSocket close frame. */
    public int status() {
        return status;
    }
}
