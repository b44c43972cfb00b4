// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import io.outcry.contracts.time.Micros;
import io.outcry.price.domain.PricedInstrument;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** A venue over HTTP: asks in its dialect and reads in its dialect. */
public final class RestClient implements VenueClient {

    private final VenueDialect dialect;
    private final VenueHttp http;
    private final InstantSource clock;
    private final TokenBucket bucket;
    private final Optional<FeedAddress> feed;

    /**
     * @param baseUrl scheme, host and port, perhaps a path
     * @param socketUrl the same of its sockets; empty to do without
     * @param share of the dialect's budget that it may spend, above 0 and at most 1
     */
    public RestClient(
            VenueDialect dialect, URI baseUrl, Optional<URI> socketUrl, Duration timeout, double share, InstantSource clock) {
        this.dialect = dialect;
        this.feed = socketUrl.flatMap(url -> dialect.feed().map(spoken -> new FeedAddress(spoken, url)));
        this.http = new VenueHttp(baseUrl, timeout);
        this.clock = clock;
        this.bucket = new TokenBucket(dialect.budget().share(share), Micros.now(clock));
    }

    @Override
    public String name() {
        return dialect.name();
    }

    @Override
    public int symbolsPerCall() {
        return dialect.symbolsPerCall();
    }

    @Override
    public int weight(List<PricedInstrument> instruments) {
        return dialect.call(instruments).weight();
    }

    @Override
    public Optional<TokenBucket> bucket() {
        return Optional.of(bucket);
    }

    @Override
    public boolean couldList(PricedInstrument instrument) {
        return dialect.couldList(instrument);
    }

    @Override
    public Optional<Predicate<PricedInstrument>> listing() throws IOException, InterruptedException {
        Optional<RestCall> call = dialect.listing();
        if (call.isEmpty()) {
            return Optional.empty();
        }
        Set<String> listing = dialect.readListing(http.get(call.get().path()));
        return Optional.of(instrument -> dialect.isIn(listing, instrument));
    }

    @Override
    public int listingWeight() {
        return dialect.listing().map(RestCall::weight).orElse(0);
    }

    @Override
    public Optional<FeedAddress> feed() {
        return feed;
    }

    @Override
    public VenueAnswer ask(List<PricedInstrument> instruments) throws IOException, InterruptedException {
        HttpAnswer answer = http.get(dialect.call(instruments).path());
        long arrived = Micros.now(clock);
        answer.usedWeight().ifPresent(used -> bucket.reported(used, arrived));
        return dialect.read(answer, instruments, arrived);
    }

    @Override
    public void close() {
        http.close();
    }
}
