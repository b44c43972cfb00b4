// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.RegisteredInstrument;
import io.outcry.contracts.v1.Tier;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshTier;
import java.util.List;
import org.junit.jupiter.api.Test;

class InstrumentRegistryTest {

    private final InstrumentRegistry registry = new InstrumentRegistry(List.of());

    @Test
    void anInstrumentIsPricedTwoDigitsFinerThanItTradesButNeverBeyondTwelve() {
        registry.apply("BTC-USD", record("BTC-USD", 2, Tier.TIER_HOT));
        registry.apply("PEPE-USD", record("PEPE-USD", 11, Tier.TIER_UNSPECIFIED));

        assertThat(registry.find("BTC-USD")).isEqualTo(new PricedInstrument("BTC-USD", "BTC", "USD", 4, RefreshTier.HOT));
        assertThat(registry.find("PEPE-USD")).isEqualTo(new PricedInstrument("PEPE-USD", "PEPE", "USD", 12, RefreshTier.COLD));
    }

    @Test
    void aTombstoneTakesASymbolOutAndEveryChangeIsANewVersion() {
        registry.apply("BTC-USD", record("BTC-USD", 2, Tier.TIER_HOT));
        long version = registry.version();
        registry.apply("BTC-USD", null);

        assertThat(registry.find("BTC-USD")).isNull();
        assertThat(registry.all()).isEmpty();
        assertThat(registry.version()).isGreaterThan(version);
    }

    @Test
    void anIndexIsPricedAsOftenAndAsFinelyAsEverWhateverItTradesLike() {
        PricedInstrument index = new PricedInstrument("USDT-USD", "USDT", "USD", 8, RefreshTier.HOT);
        InstrumentRegistry withIndex = new InstrumentRegistry(List.of(index));
        withIndex.apply("USDT-USD", record("USDT-USD", 4, Tier.TIER_COLD));
        assertThat(withIndex.find("USDT-USD")).isEqualTo(index);
        withIndex.apply("USDT-USD", null);
        assertThat(withIndex.find("USDT-USD")).isEqualTo(index);
    }

    @Test
    void garbageIsRefusedAndChangesNothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> registry.apply("X", new byte[]{(byte) 0xff, 1, 2}));
        assertThatIllegalArgumentException().isThrownBy(() -> registry.apply("X", new byte[0]));

        assertThat(registry.all()).isEmpty();
    }

    private static byte[] record(String symbol, int priceScale, Tier tier) {
        return RegisteredInstrument.newBuilder()
                .setInstrument(Instrument.newBuilder()
                        .setSymbol(symbol)
                        .setBaseAsset(symbol.substring(0, symbol.indexOf('-')))
                        .setQuoteAsset("USD")
                        .setPriceScale(priceScale)
                        .setTier(tier))
                .build()
                .toByteArray();
    }
}
