// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.v1;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What is on the log stays readable for ever: each message is compared with bytes that were written once and are kept in
 * {@code golden/}. Changing a golden file is a decision about everybody's data.
 */
class GoldenBytesTest {

    @TestFactory
    Stream<DynamicTest> everyMessageHasItsBytes() {
        return GoldenMessages.all().entrySet().stream().map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
            Message message = entry.getValue();
            byte[] golden = HexFormat.of().parseHex(resource(entry.getKey() + ".hex"));
            assertThat(HexFormat.of().formatHex(message.toByteArray())).as(entry.getKey()).isEqualTo(HexFormat.of().formatHex(golden));
            assertThat(message.getParserForType().parseFrom(golden)).isEqualTo(message);
        }));
    }

    @Test
    void everyGoldenFileIsCompared() throws IOException {
        Path directory = Path.of("src/test/resources/golden");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(file -> file.getFileName().toString().replace(".hex", ""))).containsExactlyInAnyOrderElementsOf(
                    GoldenMessages.all().keySet());
        }
    }

    private static String resource(String name) {
        try (var in = GoldenBytesTest.class.getResourceAsStream("/golden/" + name)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
