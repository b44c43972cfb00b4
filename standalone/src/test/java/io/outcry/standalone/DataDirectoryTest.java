// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

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
}
