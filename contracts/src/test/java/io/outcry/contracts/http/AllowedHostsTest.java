// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A web page from elsewhere cannot reach a server on loopback by a name of its own. */
class AllowedHostsTest {

    private static final SocketAddress LOOPBACK = new InetSocketAddress("127.0.0.1", 8_080);
    private static final SocketAddress LOOPBACK_V6 = new InetSocketAddress("::1", 8_080);
    private static final SocketAddress EVERYWHERE = new InetSocketAddress(8_080);

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "localhost:8080", "LocalHost", "localhost.", "outcry.localhost:80", "127.0.0.1", "127.0.0.1:8080",
        "127.1.2.3", "[::1]", "[::1]:8080", "[0:0:0:0:0:0:0:1]:1"})
    void theNamesOfLoopbackAreItsOwn(String host) {
        assertThat(AllowedHosts.of(List.of(), LOOPBACK).contains(host)).isTrue();
        assertThat(AllowedHosts.of(List.of(), LOOPBACK_V6).contains(host)).isTrue();
        assertThat(AllowedHosts.of(List.of("outcry.example"), EVERYWHERE).contains(host)).as("of whoever looks after it there").isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"attacker.example", "attacker.example:8080", "127.0.0.1.attacker.example", "127.attacker.example",
        "notlocalhost",
        "localhost.attacker.example", "0.0.0.0:8080", "192.168.1.2", "[::2]:8080", "[fe80::1]", "", "."})
    void othersAreNot(String host) {
        assertThat(AllowedHosts.of(List.of(), LOOPBACK).contains(host)).isFalse();
        assertThat(AllowedHosts.of(List.of(), LOOPBACK_V6).contains(host)).isFalse();
        assertThat(AllowedHosts.of(List.of(), EVERYWHERE).contains(host)).as("to be reached from elsewhere").isTrue();
    }

    @Test
    void othersCanBeAllowed() {
        for (SocketAddress listens : List.of(LOOPBACK, EVERYWHERE)) {
            AllowedHosts hosts = AllowedHosts.of(List.of("Outcry.example", "10.0.0.7"), listens);
            assertThat(List.of("outcry.example", "OUTCRY.EXAMPLE.:443", "10.0.0.7:80")).allMatch(hosts::contains);
            assertThat(List.of("attacker.example", "a.outcry.example", "10.0.0.8")).noneMatch(hosts::contains);
            assertThat(AllowedHosts.of(List.of("*"), listens).contains("attacker.example")).isTrue();
        }
    }
}
