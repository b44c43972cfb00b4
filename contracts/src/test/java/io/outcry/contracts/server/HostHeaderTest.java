// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostHeaderTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "az.AZ", "09.example", "10.0.0.7", "a-b._~!$&'()*+,;=%41", "localhost:0", "localhost:65535",
        "localhost:09", "[::1]", "[0:9:a:f:A:F::]", "[::ffff:10.0.0.7]", "[::1]:8080"})
    void aNameOrAnAddressAndPerhapsAPortIsAHost(String host) {
        assertThat(HostHeader.isHost(host)).isTrue();
    }

    /** Among them the neighbours of what may be in a name, an address and a port. */
    @ParameterizedTest
    @ValueSource(strings = {"a b", "a/b", "a@b", "user@localhost", "a[b", "a`b", "a{b", "a?b", "a#b", "a\\b", "h\u00f6st", "a:", "a:80:80",
        "a:/",
        "a:8a", "a:123456", "::1", "[", "[]x", "[::1", "[::1x", "[::1]8080", "[::1]:", "[::g]", "[::G]", "[::`]", "[::@]", "[::/]",
        "[::;]"})
    void anythingElseIsNone(String host) {
        assertThat(HostHeader.isHost(host)).isFalse();
    }
}
