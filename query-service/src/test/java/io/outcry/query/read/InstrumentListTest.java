// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.Held;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import io.outcry.query.view.ViewReader.StoredInstrument;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InstrumentListTest {

    private final InstrumentList list = new InstrumentList();

    /** As they are read each time: other objects, at a newer position. */
    private static List<Held<List<StoredInstrument>>> read(String stateOfB) {
        return List.of(held(0, instrument("B", stateOfB), instrument("C", "TRADING")), held(1, instrument("A", "TRADING")));
    }

    private static Held<List<StoredInstrument>> held(int partition, StoredInstrument... instruments) {
        return new Held<>(new ViewPartition(ViewLog.ORDERS, partition), ViewPosition.EMPTY, new ArrayList<>(List.of(instruments)));
    }

    private static StoredInstrument instrument(String symbol, String state) {
        return new StoredInstrument(symbol, "{\"" + symbol + "\":\"" + state + "\"}");
    }

    @Test
    void theyAreToldBySymbolWhateverTheirPartition() {
        InstrumentList.Text text = list.text(read("HALTED"));
        assertThat(new String(text.json(), StandardCharsets.UTF_8))
                .isEqualTo("[{\"A\":\"TRADING\"},{\"B\":\"HALTED\"},{\"C\":\"TRADING\"}]");
        assertThat(text.tag()).isEqualTo(ETags.of(text.json()));
    }

    @Test
    void theTextIsMadeAnewOnlyWhenOneOfThemHasChanged() {
        InstrumentList.Text text = list.text(read("TRADING"));
        assertThat(list.text(read("TRADING"))).isSameAs(text);
        assertThat(new String(list.text(read("HALTED")).json(), StandardCharsets.UTF_8)).contains("HALTED");
        assertThat(new String(list.text(read("TRADING")).json(), StandardCharsets.UTF_8)).doesNotContain("HALTED");
    }
}
