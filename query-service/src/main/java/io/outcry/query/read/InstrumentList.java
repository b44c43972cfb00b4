// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import io.outcry.query.view.Held;
import io.outcry.query.view.ViewReader.StoredInstrument;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of all instruments, which are seldom other ones: ten thousand of them are 3 MB, and to compare what was read with what the text was
 * made of costs a small part of making it. Safe for all threads.
 */
final class InstrumentList {

    private volatile @Nullable Text last;

    /**
     * An answer.
     *
     * @param of what it was made of, by partition
     * @param json an array, by symbol; shared, not to be written to
     * @param tag its entity tag
     */
    record Text(List<List<StoredInstrument>> of, byte[] json, String tag) {}

    /** @param read the instruments of each partition, always in the same order of partitions */
    Text text(List<Held<List<StoredInstrument>>> read) {
        List<List<StoredInstrument>> now = read.stream().map(Held::value).toList();
        Text text = last;
        if (text == null || !text.of().equals(now)) {
            byte[] json = json(now);
            text = new Text(now, json, ETags.of(json));
            last = text;
        }
        return text;
    }

    private static byte[] json(List<List<StoredInstrument>> read) {
        List<StoredInstrument> all =
                read.stream().flatMap(List::stream).sorted(Comparator.comparing(StoredInstrument::symbol)).toList();
        StringBuilder out = new StringBuilder(2 + 384 * all.size()).append('[');
        all.forEach(instrument -> (out.length() == 1 ? out : out.append(',')).append(instrument.json()));
        return out.append(']').toString().getBytes(StandardCharsets.UTF_8);
    }
}
