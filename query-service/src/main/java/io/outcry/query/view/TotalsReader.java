// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.query.domain.CandleInterval;
import io.outcry.query.domain.ViewPosition;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what a projection has to know to go on, after all batches that were sent before. */
public interface TotalsReader {

    /** Whose holding of what. */
    record Holder(String account, String symbol) {}

    /**
     * What was found at one moment, in the order of the question.
     *
     * @param position where the view was then
     * @param holdings as stored; null for none
     * @param candles the newest of each length, as JSON
     */
    record Totals(ViewPosition position, List<@Nullable String> holdings, List<Map<CandleInterval, String>> candles) {}

    /** @throws ViewUnavailableException if Redis does not answer in time */
    Totals read(List<Holder> holders, List<String> symbols) throws ViewUnavailableException;
}
