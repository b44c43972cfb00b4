// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Iterator;

/** The header {@code Host} (RFC 9112, section 3.2): exactly one in HTTP/1.1, at most one before. */
final class HostHeader {

    private static final String IN_A_NAME = "-._~!$&'()*+,;=%";

    private HostHeader() {}

    static boolean isValid(HttpRequest request) {
        Iterator<? extends CharSequence> hosts = request.headers().valueCharSequenceIterator(HttpHeaderNames.HOST);
        if (!hosts.hasNext()) {
            return !request.protocolVersion().equals(HttpVersion.HTTP_1_1);
        }
        CharSequence host = hosts.next();
        return !hosts.hasNext() && isHost(host);
    }

    /** A name, an address of version 4 or one of version 6 in brackets, and perhaps a port; empty where the target has no server. */
    static boolean isHost(CharSequence host) {
        int at = 0;
        boolean bracketed = !host.isEmpty() && host.charAt(0) == '[';
        if (bracketed) {
            at = 1;
            while (at < host.length() && (isHex(host.charAt(at)) || host.charAt(at) == ':' || host.charAt(at) == '.')) {
                at++;
            }
            if (at == host.length() || host.charAt(at) != ']') {
                return false;
            }
            at++;
        } else {
            while (at < host.length() && isInName(host.charAt(at))) {
                at++;
            }
        }
        return at == host.length() || host.charAt(at) == ':' && isPort(host, at + 1);
    }

    private static boolean isPort(CharSequence host, int from) {
        int at = from;
        while (at < host.length() && host.charAt(at) >= '0' && host.charAt(at) <= '9') {
            at++;
        }
        // An empty one would be right, but Reactor refuses it, and hot requests are answered as all others.
        return at == host.length() && at > from && at - from <= 5;
    }

    private static boolean isHex(char at) {
        return at >= '0' && at <= '9' || at >= 'a' && at <= 'f' || at >= 'A' && at <= 'F';
    }

    private static boolean isInName(char at) {
        return at >= '0' && at <= '9' || at >= 'a' && at <= 'z' || at >= 'A' && at <= 'Z' || IN_A_NAME.indexOf(at) >= 0;
    }
}
