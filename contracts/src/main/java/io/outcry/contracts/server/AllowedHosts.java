// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import io.netty.util.NetUtil;
import io.outcry.contracts.setting.UnusableSetupException;
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
 * that name in {@code Host}. It can also ask by the server's own name; then a browser keeps the answer from it, but neither what is
 * done for it nor a WebSocket, and says in {@code Origin} where the page is from.
 *
 * @param all whatever they say
 * @param names besides those of loopback, each in the one way in which {@link #name} writes it
 */
record AllowedHosts(boolean all, Set<String> names) {

    static final String ANY = "*";
    private static final String LOCALHOST = "localhost";
    private static final String AFTER_SCHEME = "://";

    /**
     * Those of a server whose address is set, as {@link #of(List, SocketAddress)}.
     *
     * @throws UnusableSetupException if it is no address: this is the first to look at it
     */
    static AllowedHosts of(List<String> names, HttpServer server) {
        Supplier<? extends SocketAddress> listens = server.configuration().bindAddress();
        try {
            return of(names, listens == null ? null : listens.get());
        } catch (IllegalArgumentException e) {
            throw new UnusableSetupException(
                    "the HTTP server has no address to listen on (" + e.getMessage() + ")", "server.port must be 0 to 65535", e);
        }
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
                names.stream().map(AllowedHosts::name).collect(Collectors.toUnmodifiableSet()));
    }

    /** Whether it is one name or address, with or without brackets, and no port. */
    static boolean isHost(String name) {
        return isAddress(name) || !name.isEmpty() && HostHeader.isHost(name) && name.indexOf(':') < 0 && name.indexOf('*') < 0;
    }

    /** @param host as a valid header says it */
    boolean contains(String host) {
        if (all) {
            return true;
        }
        String name = name(host);
        return isLoopback(name) || names.contains(name);
    }

    /** @param origin as a header says it, such as {@code https://outcry.example:8443}; a page that hides its own says {@code null} */
    boolean containsOrigin(String origin) {
        int scheme = origin.indexOf(AFTER_SCHEME);
        String host = origin.substring(scheme < 0 ? origin.length() : scheme + AFTER_SCHEME.length());
        return all || HostHeader.isHost(host) && contains(host);
    }

    /** Without the port and the point at the end of a whole name, in lower case; an address as Java writes it. */
    private static String name(String host) {
        String name = host;
        if (!isAddress(host)) {
            int port = host.indexOf(':', host.indexOf(']') + 1);
            name = port < 0 ? host : host.substring(0, port);
            name = (name.endsWith(".") ? name.substring(0, name.length() - 1) : name).toLowerCase(Locale.ROOT);
        }
        InetAddress address = NetUtil.createInetAddressFromIpAddressString(name);
        return address == null ? name : address.getHostAddress();
    }

    private static boolean isAddress(String name) {
        return NetUtil.isValidIpV4Address(name) || NetUtil.isValidIpV6Address(name);
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
