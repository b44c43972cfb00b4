// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Commands as Redis takes them, written once into one array from which they are sent; those that only the script understands are kept for
 * it.
 */
final class PlainCommands extends CommandSink {

    private static final int MOST_DIGITS = 13;

    private final ScriptCommands forScript = new ScriptCommands();
    private final List<Plain> commands = new ArrayList<>();
    private final Map<String, ProtocolKeyword> names = new HashMap<>();
    private byte[] buffer;
    private int end;
    private boolean scripted;

    /** One command; its arguments begin at {@code from} and end where the next command begins. */
    private record Plain(ProtocolKeyword name, int arguments, int from) {}

    private record Keyword(byte[] bytes) implements ProtocolKeyword {
        @Override
        public byte[] getBytes() {
            return bytes;
        }

        @Override
        public String toString() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** @param bytes about how many there will be */
    PlainCommands(long bytes) {
        buffer = new byte[(int) Math.min(Integer.MAX_VALUE / 2, Math.max(1_024, bytes))];
    }

    @Override
    void open(String name, int arguments) {
        scripted = ViewBatch.isForScript(name);
        if (scripted) {
            forScript.open(name, arguments);
        } else {
            ProtocolKeyword keyword = names.computeIfAbsent(name, text -> new Keyword(text(text)));
            commands.add(new Plain(keyword, arguments, end));
        }
    }

    @Override
    void argument(byte[] bytes) {
        if (scripted) {
            forScript.argument(bytes);
            return;
        }
        int most = end + bytes.length + MOST_DIGITS + 2;
        if (most > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(most, buffer.length + (buffer.length >> 1)));
        }
        buffer[end++] = '$';
        digits(bytes.length);
        newLine();
        System.arraycopy(bytes, 0, buffer, end, bytes.length);
        end += bytes.length;
        newLine();
    }

    private void digits(int number) {
        int width = 1;
        for (int rest = number; rest >= 10; rest /= 10) {
            width++;
        }
        int rest = number;
        for (int at = end + width - 1; at >= end; at--) {
            buffer[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        end += width;
    }

    private void newLine() {
        buffer[end++] = '\r';
        buffer[end++] = '\n';
    }

    /** How many there are. */
    int count() {
        return commands.size();
    }

    ProtocolKeyword name(int index) {
        return commands.get(index).name();
    }

    /** What is sent of a command behind its name; nothing may be added any more. */
    CommandArgs<String, byte[]> arguments(int index) {
        Plain command = commands.get(index);
        int to = index + 1 < commands.size() ? commands.get(index + 1).from() : end;
        return new Written(buffer, command.arguments(), command.from(), to);
    }

    /** What the script has to do. */
    List<byte[]> forScript() {
        return forScript.parts();
    }

    private static final class Written extends CommandArgs<String, byte[]> {
        private final byte[] bytes;
        private final int arguments;
        private final int from;
        private final int to;

        private Written(byte[] bytes, int arguments, int from, int to) {
            super(RedisClients.CODEC);
            this.bytes = bytes;
            this.arguments = arguments;
            this.from = from;
            this.to = to;
        }

        @Override
        public int count() {
            return arguments;
        }

        @Override
        public void encode(ByteBuf out) {
            out.writeBytes(bytes, from, to - from);
        }
    }
}
