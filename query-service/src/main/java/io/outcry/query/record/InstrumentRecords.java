// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.record;

import io.outcry.contracts.decimal.Decimals;
import io.outcry.contracts.json.InstrumentJson;
import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.TradingState;
import io.outcry.query.domain.SafeText;
import java.util.Optional;

/** Instruments as they come from the log. */
public final class InstrumentRecords {

    private InstrumentRecords() {}

    /**
     * The JSON of an instrument.
     *
     * @throws IllegalArgumentException if something in it has no public form
     */
    public static String json(Instrument instrument, TradingState state) {
        SafeText.name("symbol", instrument.getSymbol());
        SafeText.name("base asset", instrument.getBaseAsset());
        SafeText.name("quote asset", instrument.getQuoteAsset());
        checkScale(instrument.getPriceScale());
        checkScale(instrument.getQuantityScale());
        return InstrumentJson.of(instrument, Optional.of(state));
    }

    private static void checkScale(int scale) {
        if (scale < 0 || scale > Decimals.MAX_SCALE) {
            throw new IllegalArgumentException("scale " + scale);
        }
    }
}
