// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.venues.simulated.SimulatedListing;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The instruments that a new standalone starts with ({@code instruments.yaml}).
 *
 * @param instruments created through the admin API where they do not exist yet; one that exists is left as it is
 */
@ConfigurationProperties("outcry.standalone")
public record InstrumentsProperties(@DefaultValue List<Seed> instruments) {

    /**
     * One instrument in the words of the admin API.
     *
     * @param startPrice where the simulated venues begin
     */
    public record Seed(
            String symbol,
            String baseAsset,
            String quoteAsset,
            int priceScale,
            int quantityScale,
            BigDecimal tickSize,
            BigDecimal lotSize,
            BigDecimal minQuantity,
            BigDecimal maxQuantity,
            BigDecimal minNotional,
            String tier,
            BigDecimal startPrice) {

        Map<String, Object> rules() {
            Map<String, Object> rules = new LinkedHashMap<>();
            rules.put("baseAsset", baseAsset);
            rules.put("quoteAsset", quoteAsset);
            rules.put("priceScale", priceScale);
            rules.put("quantityScale", quantityScale);
            rules.put("tickSize", tickSize.toPlainString());
            rules.put("lotSize", lotSize.toPlainString());
            rules.put("minQuantity", minQuantity.toPlainString());
            rules.put("maxQuantity", maxQuantity.toPlainString());
            rules.put("minNotional", minNotional.toPlainString());
            rules.put("tier", tier);
            return rules;
        }
    }

    public InstrumentsProperties {
        instruments = List.copyOf(instruments);
    }

    List<SimulatedListing> listings() {
        return instruments.stream()
                .map(seed -> SimulatedListing.everywhere(seed.symbol(), seed.startPrice().toPlainString()))
                .toList();
    }
}
