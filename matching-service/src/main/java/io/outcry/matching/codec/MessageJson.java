// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.outcry.contracts.v1.OrderCommand;
import io.outcry.contracts.v1.Outcome;
import java.util.List;
import java.util.Map;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * Commands and outcomes as one line of JSON, for people: fields by the names of the schema, those that are not set left out, 64-bit numbers
 * as strings like everywhere in the public API.
 */
public final class MessageJson {

    private MessageJson() {}

    /** @throws IllegalArgumentException if the bytes are no command */
    public static String command(byte[] value) {
        try {
            return json(OrderCommand.parseFrom(value));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("no command: " + e.getMessage(), e);
        }
    }

    /** @throws IllegalArgumentException if the bytes are no outcome */
    public static String outcome(byte[] value) {
        try {
            return json(Outcome.parseFrom(value));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException("no outcome: " + e.getMessage(), e);
        }
    }

    private static String json(Message message) {
        StringBuilder out = new StringBuilder();
        append(message, out);
        return out.toString();
    }

    private static void append(Message message, StringBuilder out) {
        out.append('{');
        String separator = "";
        for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
            out.append(separator).append('"').append(field.getKey().getJsonName()).append("\":");
            separator = ",";
            if (field.getValue() instanceof List<?> list) {
                appendAll(list, out);
            } else {
                append(field.getValue(), out);
            }
        }
        out.append('}');
    }

    private static void appendAll(List<?> list, StringBuilder out) {
        out.append('[');
        String separator = "";
        for (Object one : list) {
            out.append(separator);
            append(one, out);
            separator = ",";
        }
        out.append(']');
    }

    private static void append(Object value, StringBuilder out) {
        switch (value) {
            case Message message -> append(message, out);
            case EnumValueDescriptor word -> out.append('"').append(word.getName()).append('"');
            case Long number -> out.append('"').append(number.longValue()).append('"');
            case String text -> {
                out.append('"');
                JsonStringEncoder.getInstance().quoteAsString(text, out);
                out.append('"');
            }
            default -> out.append(value);
        }
    }
}
