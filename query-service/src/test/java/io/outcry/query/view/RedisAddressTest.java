// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.outcry.contracts.setting.UnusableSetupException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An address of Redis that cannot be read: the setting and what is wrong are named, what was set is not. */
class RedisAddressTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "redis://:Ge heim99@127.0.0.1:6379|false|Illegal character in authority at index 11",
        "redis://127.0.0.1:1,redis://:Ge heim99@127.0.0.1:2|true|Illegal character in authority at index 11",
        "redis://:Ge%heim99@127.0.0.1:6379|false|Malformed escape pair at index 11",
        "redis://:Geheim99@/0|false|not one of a Redis",
        "heim99:127.0.0.1:6379|false|not one of a Redis",
        "heim99.local|false|not one of a Redis",
        "''|false|not one of a Redis"})
    void isNotRepeated(String uri, boolean cluster, String wrong) {
        Throwable thrown =
                catchThrowable(() -> new RedisLink(uri, cluster, Duration.ofSeconds(1), Duration.ofSeconds(1)));
        assertThat(thrown).isInstanceOf(UnusableSetupException.class)
                .hasMessageStartingWith("outcry.query.redis-uri is no URI: " + wrong + ": ");
        assertThat(thrown).hasNoCause().message().doesNotContain("heim99");
    }
}
