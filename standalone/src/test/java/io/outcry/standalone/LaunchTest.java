// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class LaunchTest {

    private static final int JAVA_17 = 61;

    @Test
    void anOlderJvmCanLoadIt() throws IOException {
        try (InputStream file = Launch.class.getResourceAsStream("Launch.class")) {
            assertThat(file).isNotNull();
            DataInputStream head = new DataInputStream(file);
            head.skipNBytes(Integer.BYTES + Short.BYTES);
            assertThat(head.readUnsignedShort()).isEqualTo(JAVA_17);
        }
    }

    @Test
    void anOlderJvmIsToldWhichIsNeeded() {
        assertThat(Launch.refusal(17, "/usr/lib/jvm/java-17")).isEqualTo(
                "Outcry needs Java 25, and the java in /usr/lib/jvm/java-17 is Java 17: start it with that of a JDK 25.");
    }
}
