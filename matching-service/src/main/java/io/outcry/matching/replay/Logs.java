// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.replay;

import java.io.IOException;
import java.util.Iterator;

/** Where a replay reads from. Entries come in the order of their offsets. */
interface Logs extends AutoCloseable {

    int partition();

    /** Commands from an offset on. */
    Iterator<LogEntry> commands(long from) throws IOException;

    /** Outcomes from an offset of the outcome log on; none if there are no outcomes to compare with. */
    Iterator<LogEntry> outcomes(long from) throws IOException;

    @Override
    void close() throws IOException;
}
