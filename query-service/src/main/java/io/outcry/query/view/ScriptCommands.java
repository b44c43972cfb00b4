// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import java.util.ArrayList;
import java.util.List;

/** Commands as the script that applies a batch takes them: each led by the number of its parts. */
final class ScriptCommands extends CommandSink {

    private final List<byte[]> parts = new ArrayList<>();

    List<byte[]> parts() {
        return parts;
    }

    @Override
    void open(String name, int arguments) {
        parts.add(text(Integer.toString(arguments + 1)));
        parts.add(text(name));
    }

    @Override
    void argument(byte[] bytes) {
        parts.add(bytes);
    }
}
