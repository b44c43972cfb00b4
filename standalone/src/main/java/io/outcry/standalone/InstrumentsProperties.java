// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.contracts.setting.Setting;
import io.outcry.venues.simulated.SimulatedListing;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The instruments that a new standalone starts with ({@code instruments.yaml}).
 *
 * @param instruments Instruments that are created through the admin API at the start if they do not exist yet, in the words of the admin
 *     API and with {@code start-price}; one that exists is left as it is
 * @param moreSymbols Number of further instruments, named S00001-USD and so on, with simulated prices, 0 to 10,000: for trials of size
 */
@ConfigurationProperties("outcry.standalone")
public record InstrumentsProperties(@DefaultValue List<Seed> instruments, @DefaultValue("0") int moreSymbols) {

    private static final int MOST = 10_000;
    private static final int HOT = 20;
    private static final int MEDIUM = 220;

    /**
     * One instrument in the words of the admin API.
     *
     * @param startPrice Price at which the simulated venues begin
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

        public Seed {
            List<Object> given = Arrays.asList(
                    symbol, baseAsset, quoteAsset, tickSize, lotSize, minQuantity, maxQuantity, minNotional, tier, startPrice);
            if (given.contains(null)) {
                throw new IllegalArgumentException("each of outcry.standalone.instruments must have symbol, base-asset, quote-asset,"
                        + " tick-size, lot-size, min-quantity, max-quantity, min-notional, tier and start-price, not " + given);
            }
        }

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
        Setting.between("outcry.standalone.more-symbols", moreSymbols, 0, MOST);
        List<Seed> all = new ArrayList<>(instruments);
        for (int number = 1; number <= moreSymbols; number++) {
            all.add(generated(number, all.size()));
        }
        instruments = List.copyOf(all);
    }

    /** Tiers by rank: the first twenty of all are hot, the next two hundred medium. */
    private static Seed generated(int number, int rank) {
        String base = String.format(Locale.ROOT, "S%05d", number);
        String tier = rank < HOT ? "HOT" : rank < MEDIUM ? "MEDIUM" : "COLD";
        BigDecimal lot = new BigDecimal("0.0001");
        BigDecimal price = BigDecimal.valueOf(1_000 + 7L * number, 2);
        return new Seed(
                base + "-USD", base, "USD", 2, 4, new BigDecimal("0.01"), lot, lot, new BigDecimal("100000"), BigDecimal.ONE, tier, price);
    }

    /** Those that were not generated. */
    List<Seed> configured() {
        return instruments.subList(0, instruments.size() - moreSymbols);
    }

    List<SimulatedListing> listings() {
        return instruments.stream()
                .map(seed -> SimulatedListing.everywhere(seed.symbol(), seed.startPrice().toPlainString()))
                .toList();
    }
}
