// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.codec;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.outcry.contracts.v1.AmendOrder;
import io.outcry.contracts.v1.CancelOrder;
import io.outcry.contracts.v1.OrderCommand;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Finds out which order a command is about before it is decoded, and reads no more of it than that takes. */
final class NamedOrder {

    private static final int CANCEL = tag(OrderCommand.CANCEL_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    private static final int AMEND = tag(OrderCommand.AMEND_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    private static final int CANCELLED = tag(CancelOrder.ORDER_ID_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT);
    private static final int AMENDED = tag(AmendOrder.ORDER_ID_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT);

    private NamedOrder() {}

    /** The id that a cancel or an amendment names; zero for anything else, also for bytes that are no command. */
    static long in(byte @Nullable [] command) {
        if (command == null) {
            return 0;
        }
        try {
            CodedInputStream input = CodedInputStream.newInstance(command);
            for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
                if (tag == CANCEL || tag == AMEND) {
                    input.pushLimit(input.readRawVarint32());
                    return field(input, tag == CANCEL ? CANCELLED : AMENDED);
                }
                input.skipField(tag);
            }
        } catch (IOException e) {
            // Whoever applies the command says what is wrong with it.
            return 0;
        }
        return 0;
    }

    private static long field(CodedInputStream input, int wanted) throws IOException {
        for (int tag = input.readTag(); tag != 0; tag = input.readTag()) {
            if (tag == wanted) {
                return input.readInt64();
            }
            input.skipField(tag);
        }
        return 0;
    }

    private static int tag(int field, int type) {
        return field << 3 | type;
    }
}
