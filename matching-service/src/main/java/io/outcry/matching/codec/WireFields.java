// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.ProtocolMessageEnum;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a protobuf message, counted or written: one listing of the fields serves for both. As proto3 has it, a field with its
 * default value is left out, and so are the same bytes written that the message's own builder writes if the fields come by number.
 */
final class WireFields {

    private final @Nullable CodedOutputStream out;
    private int bytes;

    /** Counts. */
    WireFields() {
        out = null;
    }

    /** Writes into an array that has room for them. */
    WireFields(byte[] to) {
        out = CodedOutputStream.newInstance(to);
    }

    /** Bytes counted since the last call. */
    int takeCount() {
        int counted = bytes;
        bytes = 0;
        return counted;
    }

    /** Bytes written. */
    int written() {
        return out == null ? 0 : out.getTotalBytesWritten();
    }

    /** An int32 or int64: both are written the same way. */
    void int64(int number, long value) {
        if (value == 0) {
            return;
        }
        if (out == null) {
            bytes += CodedOutputStream.computeInt64Size(number, value);
            return;
        }
        try {
            out.writeInt64(number, value);
        } catch (IOException e) {
            throw overrun(e);
        }
    }

    void enumeration(int number, ProtocolMessageEnum value) {
        int64(number, value.getNumber());
    }

    void bool(int number, boolean value) {
        int64(number, value ? 1 : 0);
    }

    void fixed64(int number, long value) {
        if (value == 0) {
            return;
        }
        if (out == null) {
            bytes += CodedOutputStream.computeFixed64Size(number, value);
            return;
        }
        try {
            out.writeFixed64(number, value);
        } catch (IOException e) {
            throw overrun(e);
        }
    }

    void text(int number, String value) {
        if (value.isEmpty()) {
            return;
        }
        if (out == null) {
            bytes += CodedOutputStream.computeStringSize(number, value);
            return;
        }
        try {
            out.writeString(number, value);
        } catch (IOException e) {
            throw overrun(e);
        }
    }

    /**
     * The beginning of a message within this one; its fields follow.
     *
     * @param length bytes of its fields, as another {@link WireFields} has counted them
     */
    void message(int number, int length) {
        if (out == null) {
            bytes += CodedOutputStream.computeTagSize(number) + CodedOutputStream.computeUInt32SizeNoTag(length);
            return;
        }
        try {
            out.writeTag(number, WireFormat.WIRETYPE_LENGTH_DELIMITED);
            out.writeUInt32NoTag(length);
        } catch (IOException e) {
            throw overrun(e);
        }
    }

    private static UncheckedIOException overrun(IOException e) {
        return new UncheckedIOException("an outcome has no room", e);
    }
}
