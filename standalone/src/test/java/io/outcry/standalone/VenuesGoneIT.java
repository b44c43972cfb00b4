// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import static io.outcry.standalone.Market.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.outcry.standalone.client.LocalApi;
import io.outcry.venues.simulated.SimulatedVenue;
import io.outcry.venues.simulated.SimulatedVenues;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** No venue answers: the last good price stays, says its age, and is never zero. */
@Order(1)
@Timeout(300)
class VenuesGoneIT {

    /** For so long a venue's last word counts, and a price of the venues whose words are newer than the others' may still come. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);
    private static final Duration PUBLISHED_AND_READ = Duration.ofSeconds(10);

    @Test
    void pricesAgeAndNewSymbolsHaveNone(@TempDir Path directory) throws Exception {
        try (Market market = Market.open(directory)) {
            Market.await("a price", () -> market.get("/api/v1/prices/BTC-USD"), answer -> answer.status() == 200);
            SimulatedVenues venues = market.bean(SimulatedVenues.class);
            for (SimulatedVenue venue : SimulatedVenue.values()) {
                venues.stop(venue);
            }
            long silent = System.nanoTime() + LAST_WORDS.plus(PUBLISHED_AND_READ).toNanos();

            JsonNode stale = Market.await("the last price to be stale", () -> market.get("/api/v1/prices/BTC-USD"),
                    answer -> System.nanoTime() > silent && answer.status() == 200 && text(answer.ok(), "status").equals("STALE")).ok();
            assertThat(stale.path("ageMs").asLong()).isGreaterThan(10_000);
            JsonNode later = Market.inItsTime(() -> market.get("/api/v1/prices/BTC-USD")).ok();
            assertThat(text(later, "price")).isEqualTo(text(stale, "price"));
            assertThat(later.path("ageMs").asLong()).isGreaterThanOrEqualTo(stale.path("ageMs").asLong());

            market.list("LATE-USD");
            // On a slow machine the view itself may need more than its deadline, which is a 503 as well.
            LocalApi.Answer none = Market.await("the symbol to be known", () -> market.get("/api/v1/prices/LATE-USD"),
                    a -> a.status() != 404 && !a.body().path("code").asString().equals("VIEW_UNAVAILABLE"));
            assertThat(none.status()).isEqualTo(503);
            assertThat(none.body().path("code").asString()).isEqualTo("NO_PRICE");
        }
        try (Market market = Market.open(directory, "--outcry.standalone.venues=false")) {
            JsonNode kept = Market.inItsTime(() -> market.get("/api/v1/prices/BTC-USD")).ok();
            assertThat(text(kept, "status")).isEqualTo("STALE");
        }
    }
}
