// SPDX-License-Identifier: Apache-2.0
package io.outcry.containers;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/** The images' names, as the build has written them into {@code images.properties}. */
final class Images {

    private Images() {}

    static String kafka() {
        return name("kafka");
    }

    static String redis() {
        return name("redis");
    }

    private static String name(String engine) {
        Properties names = new Properties();
        try (InputStream file = Objects.requireNonNull(Images.class.getResourceAsStream("images.properties"))) {
            names.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException("images.properties", e);
        }
        return Objects.requireNonNull(names.getProperty(engine), engine);
    }
}
