// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.server.HttpServer;

/**
 * Which hosts a request may be for. A server on loopback serves who is on its machine, and so is every web page in a browser there: one from
 * elsewhere may have its own name lead to 127.0.0.1 (DNS rebinding) and then read and trade as if it came from here. But its requests say
 * that name in {@code Host}.
 *
 * @param all whatever they say
 * @param names besides those of loopback, in lower case and without a port
 */
record AllowedHosts(boolean all, Set<String> names) {

    private static final String ANY = "*";
    private static final String LOCALHOST = "localhost";

    /** Those of a server whose address is set, as {@link #of(List, SocketAddress)}. */
    static AllowedHosts of(List<String> names, HttpServer server) {
        Supplier<? extends SocketAddress> listens = server.configuration().bindAddress();
        return of(names, listens == null ? null : listens.get());
    }

    /**
     * @param names {@code *} for any
     * @param listens where the server does; other servers than those on loopback are for any host if no name is given
     */
    static AllowedHosts of(List<String> names, @Nullable SocketAddress listens) {
        boolean onLoopback =
                listens instanceof InetSocketAddress inet && inet.getAddress() != null && inet.getAddress().isLoopbackAddress();
        return new AllowedHosts(
                names.contains(ANY) || names.isEmpty() && !onLoopback,
                names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet()));
    }

    /** @param host as a valid header says it */
    boolean contains(String host) {
        if (all) {
            return true;
        }
        String name = name(host);
        return isLoopback(name) || names.contains(name);
    }

    /** Without the port, the point at the end of a whole name, and the brackets of an address. */
    private static String name(String host) {
        if (host.startsWith("[")) {
            return host.substring(1, host.indexOf(']')).toLowerCase(Locale.ROOT);
        }
        int port = host.indexOf(':');
        String name = port < 0 ? host : host.substring(0, port);
        return (name.endsWith(".") ? name.substring(0, name.length() - 1) : name).toLowerCase(Locale.ROOT);
    }

    /** RFC 6761: a name below localhost leads nowhere else. */
    private static boolean isLoopback(String name) {
        if (name.equals(LOCALHOST) || name.endsWith("." + LOCALHOST)) {
            return true;
        }
        InetAddress address = NetUtil.createInetAddressFromIpAddressString(name);
        return address != null && address.isLoopbackAddress();
    }
}
