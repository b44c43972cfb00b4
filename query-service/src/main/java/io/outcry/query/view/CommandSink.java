// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Takes Redis commands one after the other. A long one is cut: Lua takes some thousand values at once. */
abstract class CommandSink {

    /** Values of one command; even, so that no pair is cut. */
    static final int VALUES = 2_000;

    private String command = "";
    private byte @Nullable [] key;
    private int left;
    private int room;

    /** A command begins. */
    abstract void open(String name, int arguments);

    /** The next argument of the command that was begun. */
    abstract void argument(byte[] bytes);

    /** Begins commands of this name that together have so many values, of which each is {@link #add added}; none for no values. */
    final void begin(String name, @Nullable String itsKey, int values) {
        command = name;
        key = itsKey == null ? null : text(itsKey);
        left = values;
        room = 0;
    }

    final void add(byte[] value) {
        if (room == 0) {
            room = Math.min(left, VALUES);
            left -= room;
            open(command, key == null ? room : room + 1);
            if (key != null) {
                argument(key);
            }
        }
        room--;
        argument(value);
    }

    final void add(String value) {
        add(text(value));
    }

    /** A command with all of its arguments. */
    final void one(String name, byte[]... arguments) {
        open(name, arguments.length);
        for (byte[] argument : arguments) {
            argument(argument);
        }
    }

    static byte[] text(String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }
}
