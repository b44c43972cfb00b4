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

    /** A list that lacks more than one in this many of the names before has to be confirmed. */
    private static final int LOST_PARTS = 10;

    private final VenueDialect dialect;
    private final VenueHttp http;
    private final InstantSource clock;
    private final TokenBucket bucket;
    private final Optional<FeedAddress> feed;
    /** What the venue trades by the last of its lists, and by the last that was believed. Guarded by this. */
    private Set<String> lastRead = Set.of();
    private Set<String> believed = Set.of();

    /**
     * @param baseUrl scheme, host and port, perhaps a path
     * @param socketUrl the same of its sockets; empty to do without
     * @param share of the dialect's budget that it may spend, above 0 and at most 1
     */
    public RestClient(
            VenueDialect dialect, URI baseUrl, Optional<URI> socketUrl, Duration timeout, double share, InstantSource clock) {
        this.dialect = dialect;
        this.feed = socketUrl.flatMap(url -> dialect.feed().map(spoken -> new FeedAddress(spoken, url)));
        this.http = new VenueHttp(baseUrl, timeout, clock);
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
        believe(listing);
        return Optional.of(instrument -> dialect.isIn(listing, instrument));
    }

    /** What one answer lacks may have been lost on the way, and nobody would ask for it for an hour: the next has to lack it, too. */
    private synchronized void believe(Set<String> listing) throws VenueException {
        boolean lost = lacksMuch(listing, believed) && lacksMuch(listing, lastRead);
        lastRead = listing;
        if (lost) {
            throw new VenueException("a list of " + listing.size() + " names, which lacks many of the " + believed.size() + " before");
        }
        believed = listing;
    }

    private static boolean lacksMuch(Set<String> listing, Set<String> before) {
        return before.stream().filter(name -> !listing.contains(name)).count() > before.size() / LOST_PARTS;
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
