// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.outcry.contracts.setting.UnusableSetupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {

    @Test
    void aSecondOneIsRefusedUntilTheFirstIsDone(@TempDir Path parent) {
        Path path = parent.resolve("data");
        try (DataDirectory first = DataDirectory.take(path)) {
            assertThat(first.resolve("kafka")).isEqualTo(path.resolve("kafka"));
            assertThatIllegalStateException().isThrownBy(() -> DataDirectory.take(path))
                    .withMessageContaining("outcry.standalone.data-dir");
        }
        DataDirectory.take(path).close();
    }

    @Test
    void aFileIsRefusedWithItsPathAndTheSetting(@TempDir Path parent) throws IOException {
        Path file = Files.createFile(parent.resolve("data"));

        assertThatExceptionOfType(UnusableSetupException.class).isThrownBy(() -> DataDirectory.take(file))
                .withMessageContaining(file.toString()).withMessageContaining("outcry.standalone.data-dir");
    }

    @Test
    void aCommaInItsPathIsRefusedBeforeAnythingIsMade(@TempDir Path parent) {
        Path path = parent.resolve("d,ata");

        assertThatExceptionOfType(UnusableSetupException.class).isThrownBy(() -> DataDirectory.take(path))
                .withMessageContaining(path.toString()).withMessageContaining("outcry.standalone.data-dir");
        assertThat(path).doesNotExist();
    }

    @Test
    void aFullDiskIsRefusedWithThePathAndBothSizes(@TempDir Path parent) {
        Path path = parent.resolve("data");
        long free = parent.toFile().getTotalSpace() + 1;

        assertThatExceptionOfType(UnusableSetupException.class).isThrownBy(() -> DataDirectory.take(path, free))
                .withMessageMatching("only \\d+ MiB are free at .*/data, at least " + free / 1_048_576 + " MiB are needed: .*");
    }
}
