// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.outcry.contracts.setting.UnusableSetupException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.netty.http.server.HttpServer;

/** A web page from elsewhere cannot reach a server on loopback by a name of its own. */
class AllowedHostsTest {

    private static final SocketAddress LOOPBACK = new InetSocketAddress("127.0.0.1", 8_080);
    private static final SocketAddress LOOPBACK_V6 = new InetSocketAddress("::1", 8_080);
    private static final Duration IDLE = Duration.ofSeconds(75);
    private static final Duration DELAY = Duration.ofMillis(100);
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

    @ParameterizedTest
    @ValueSource(strings = {"outcry.example.", "OUTCRY.example", "10.0.0.7", "[2001:db8::1]", "2001:db8:0::1", "2001:DB8::0:1"})
    void aNameOrAnAddressIsOneHoweverItIsWritten(String allowed) {
        AllowedHosts hosts = AllowedHosts.of(new HttpProperties(0, IDLE, DELAY, List.of(allowed)).allowedHosts(), EVERYWHERE);
        assertThat(List.of("outcry.example:443", "10.0.0.7:443", "[2001:db8::1]", "[2001:db8:0:0::1]:443")).anyMatch(hosts::contains);
        assertThat(List.of("outcry.example.attacker.example", "10.0.0.70", "[2001:db8::11]:443")).noneMatch(hosts::contains);
    }

    @ParameterizedTest
    @ValueSource(strings = {"outcry.example:443", "10.0.0.7:443", "[2001:db8::1]:443", "https://outcry.example", "*.outcry.example", "",
        "a b"})
    void whatNoHostCanBeIsNotTakenAsASetting(String host) {
        assertThatIllegalArgumentException().isThrownBy(() -> new HttpProperties(0, IDLE, DELAY, List.of("outcry.example", host)))
                .withMessageContaining("outcry.http.allowed-hosts").withMessageContaining("'" + host + "'");
    }

    @Test
    void aPortThatIsNoneIsToldWithItsSetting() {
        HttpServer server = HttpServer.create().bindAddress(() -> new InetSocketAddress("127.0.0.1", 70_000));

        assertThatExceptionOfType(UnusableSetupException.class).isThrownBy(() -> AllowedHosts.of(List.of(), server))
                .withMessageContaining("70000").withMessageContaining("server.port");
    }

    @Test
    void aPageMayAskThatIsOfAnAllowedHost() {
        AllowedHosts hosts = AllowedHosts.of(List.of("outcry.example"), LOOPBACK);
        assertThat(List.of("http://localhost:8080", "http://[::1]", "https://outcry.example", "https://outcry.example:8443"))
                .allMatch(hosts::containsOrigin);
        assertThat(List.of("null", "", "https://attacker.example", "https://outcry.example.attacker.example", "file://", "localhost",
                "http://[::1", "http://localhost:8080@attacker.example", "https://attacker.example/://localhost"))
                .noneMatch(hosts::containsOrigin);
        assertThat(AllowedHosts.of(List.of(), EVERYWHERE).containsOrigin("null")).as("to be reached from elsewhere").isTrue();
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
