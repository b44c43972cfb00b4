// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.Transport;
import java.net.URLEncoder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Coinbase Exchange, {@code GET /products/{id}/ticker}: one symbol per call, with the time of the last trade. */
public final class Coinbase implements VenueDialect {

    @Override
    public String name() {
        return "coinbase";
    }

    /** Of ten a second with a burst of fifteen. */
    @Override
    public Budget budget() {
        return Budget.of(480, 8);
    }

    @Override
    public int symbolsPerCall() {
        return 1;
    }

    @Override
    public RestCall call(List<PricedInstrument> instruments) {
        return new RestCall("/products/" + URLEncoder.encode(venueSymbol(instruments.getFirst()), UTF_8) + "/ticker", 1);
    }

    @Override
    public VenueAnswer read(HttpAnswer answer, List<PricedInstrument> instruments, long arrivedMicros) throws VenueException {
        PricedInstrument instrument = instruments.getFirst();
        if (answer.status() == 404) {
            return new VenueAnswer.RefusedAsUnlisted();
        }
        if (answer.status() != 200 || !answer.body().isObject()) {
            throw new VenueException("HTTP " + answer.status() + ", not a ticker");
        }
        return new VenueAnswer.Replies(Map.of(instrument.symbol(), Replies.of(answer.body(), node -> new Quote(
                ExactPrice.bid(node.path("bid"), instrument.scale()),
                ExactPrice.ask(node.path("ask"), instrument.scale()),
                ExactPrice.last(node.path("price"), instrument.scale()),
                instrument.quote(),
                ExactTime.iso(node.path("time")),
                arrivedMicros,
                0,
                Transport.REST))));
    }

    @Override
    public Optional<RestCall> listing() {
        return Optional.of(new RestCall("/products", 1));
    }

    @Override
    public Set<String> readListing(HttpAnswer answer) throws VenueException {
        return Listings.namesIn(answer, "id");
    }

    @Override
    public boolean isIn(Set<String> listing, PricedInstrument instrument) {
        return listing.contains(venueSymbol(instrument));
    }

    static String venueSymbol(PricedInstrument instrument) {
        return instrument.base() + '-' + instrument.quote();
    }

    @Override
    public Optional<FeedDialect> feed() {
        return Optional.of(new CoinbaseFeed());
    }
}
