// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import io.outcry.contracts.time.Micros;
import io.outcry.price.domain.AggregatedPrice;
import io.outcry.price.domain.Aggregation;
import io.outcry.price.domain.AggregationRules;
import io.outcry.price.domain.JudgedReply;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Publication;
import io.outcry.price.domain.Quote;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.VenueReply;
import java.time.InstantSource;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the last word of every venue on every symbol of this instance, makes prices of them, and publishes those that are worth it.
 *
 * <p>Whether a venue was asked or spoke up by itself, one symbol is priced by one thread at a time, so its updates are in order on the log.
 * It never holds more symbols than were asked for since they were last {@link #retain retained}.
 */
public final class Pricing {

    private static final VenueReply NO_ANSWER_YET = new VenueReply.Unavailable("no answer yet");
    private static final Logger LOG = LoggerFactory.getLogger(Pricing.class);

    private final PricePublisher publisher;
    private final IndexBoard indices;
    private final TierIntervals intervals;
    private final Map<RefreshTier, AggregationRules> rules = new EnumMap<>(RefreshTier.class);
    private final OwnBookTop ownBook;
    private final InstantSource clock;
    private final PriceMetrics metrics;
    private final Map<String, SymbolPrice> prices = new ConcurrentHashMap<>();

    /** The top of our own book, as a venue. */
    public interface OwnBookTop {

        /** The name it has among the venues. */
        String name();

        /** What it says of the symbol now. */
        VenueReply reply(PricedInstrument instrument);
    }

    /** @param minSources quotes that must count, where as many venues list the symbol */
    public Pricing(
            PricePublisher publisher,
            IndexBoard indices,
            TierIntervals intervals,
            int minSources,
            OwnBookTop ownBook,
            InstantSource clock,
            PriceMetrics metrics) {
        this.publisher = publisher;
        this.indices = indices;
        this.intervals = intervals;
        this.ownBook = ownBook;
        this.clock = clock;
        this.metrics = metrics;
        for (RefreshTier tier : RefreshTier.values()) {
            rules.put(tier, AggregationRules.of(intervals, tier, minSources, ownBook.name()));
        }
    }

    /**
     * Takes the answers of venues that were asked.
     *
     * @param asked who was; of one that has not answered yet the last word stands
     * @param replies by venue
     * @param requested whether somebody waits for the price
     * @param whenPriced told of what the price is made when it is durable, or the last one still stands; must not block; never if there is
     *     none
     */
    public void polled(
            PricedInstrument instrument,
            Collection<String> asked,
            Map<String, VenueReply> replies,
            boolean requested,
            Consumer<Aggregation> whenPriced) {
        SymbolPrice symbol = prices.computeIfAbsent(instrument.symbol(), any -> new SymbolPrice());
        synchronized (symbol) {
            asked.forEach(venue -> symbol.replies.putIfAbsent(venue, NO_ANSWER_YET));
            replies.forEach((venue, reply) -> symbol.replies.merge(venue, reply, this::newer));
            symbol.replies.put(ownBook.name(), ownBook.reply(instrument));
            price(instrument, symbol, requested, whenPriced);
        }
    }

    /**
     * Takes what one venue said by itself: new, unless an answer was made later. Does nothing for a symbol whose venues were never asked.
     */
    public void pushed(PricedInstrument instrument, String venue, VenueReply reply) {
        heard(instrument, replies -> replies.merge(venue, reply, (known, pushed) -> newer(known, pushed, Quote::wasMadeBefore)), false);
    }

    /**
     * Takes the answer of a venue that was asked and took too long for its round. It may tell of a failure as old as that round: what the venue has
     * quoted since then stands.
     *
     * @param askedMicros when the round began
     * @param requested whether somebody waited for the price: he, or who asks next, gets it with this answer, and nobody needs to ask again
     */
    public void late(PricedInstrument instrument, String venue, VenueReply reply, long askedMicros, boolean requested) {
        heard(instrument, replies -> replies.merge(venue, reply, (known, late) -> {
            boolean quotedSince = known instanceof VenueReply.Quoted(Quote quote) && quote.receivedMicros() >= askedMicros;
            return quotedSince && !(late instanceof VenueReply.Quoted) ? known : newer(known, late);
        }), requested);
    }

    /** Publishes the price once more as it is, for somebody who waits for it. */
    public void again(PricedInstrument instrument) {
        SymbolPrice symbol = prices.get(instrument.symbol());
        if (symbol != null) {
            synchronized (symbol) {
                price(instrument, symbol, true, any -> {});
            }
        }
    }

    private void heard(PricedInstrument instrument, Consumer<Map<String, VenueReply>> what, boolean requested) {
        SymbolPrice symbol = prices.get(instrument.symbol());
        if (symbol != null) {
            synchronized (symbol) {
                what.accept(symbol.replies);
                symbol.replies.put(ownBook.name(), ownBook.reply(instrument));
                price(instrument, symbol, requested, any -> {});
            }
        }
    }

    /**
     * An answer waits for the others of its round, and what its venue says meanwhile is priced before. Whichever stands, what confirmed the other
     * confirms it, too, where both are of the same moment: to ask a venue never makes its quote older. What came before our clock was set
     * back has overtaken nothing: until the clock is there again it would be from the future.
     */
    private VenueReply newer(VenueReply known, VenueReply reply) {
        return newer(known, reply, Quote::isBehind);
    }

    private VenueReply newer(VenueReply known, VenueReply reply, BiPredicate<Quote, Quote> overtakenBy) {
        if (known instanceof VenueReply.Quoted(Quote last) && reply instanceof VenueReply.Quoted(Quote quote)
                && !last.isAheadOf(Micros.now(clock))) {
            boolean overtaken = overtakenBy.test(quote, last);
            Quote newer = overtaken ? last : quote;
            Quote confirmed = newer.confirmedLike(overtaken ? quote : last);
            // The reply itself where it is confirmed no later: what is wrong with one is told once.
            return !confirmed.equals(newer) ? new VenueReply.Quoted(confirmed) : overtaken ? known : reply;
        }
        return reply;
    }

    /** Forgets all other symbols: they are another instance's now, or gone. */
    public void retain(Set<String> symbols) {
        prices.keySet().retainAll(symbols);
    }

    private void price(PricedInstrument instrument, SymbolPrice symbol, boolean requested, Consumer<Aggregation> whenPriced) {
        long now = Micros.now(clock);
        Aggregation aggregation =
                symbol.sources.aggregate(instrument, symbol.replies, rules(instrument), indices::rate, now);
        aggregation.news().forEach(news -> tell(instrument, news));
        if (aggregation.price().isEmpty()) {
            metrics.withheld(instrument.tier(), aggregation.withheld().orElseThrow());
            return;
        }
        AggregatedPrice price = aggregation.price().get();
        indices.accept(instrument.symbol(), instrument.scale(), price);
        // What is on its way to the log may be lost: worth publishing is what differs from that, or from what is there.
        Optional<Publication.Cause> cause =
                Publication.cause(symbol.last, price, instrument.tier(), aggregation.replies(), requested, intervals, now)
                        .or(() -> Publication.cause(
                                symbol.sent, price, instrument.tier(), aggregation.replies(), requested, intervals, now));
        if (cause.isEmpty()) {
            metrics.unchanged(instrument.tier());
            whenPriced.accept(aggregation);
            return;
        }
        var update = new PricePublisher.Update(instrument, price, aggregation, cause.get(), now);
        Publication publication = Publication.of(price, instrument.tier(), aggregation.replies(), now);
        symbol.sent = publication;
        publisher.publish(update, () -> {
            symbol.last = publication;
            metrics.published(price.quality(), instrument.tier(), cause.get(), Micros.now(clock) - price.asOfMicros());
            whenPriced.accept(aggregation);
        });
    }

    private AggregationRules rules(PricedInstrument instrument) {
        AggregationRules ofTier = rules.get(instrument.tier());
        if (ofTier == null) {
            throw new IllegalArgumentException("no rules for " + instrument.tier());
        }
        return indices.isIndex(instrument.symbol()) ? ofTier.forIndex() : ofTier;
    }

    private void tell(PricedInstrument instrument, JudgedReply news) {
        metrics.fault(news.venue(), news.fault());
        LOG.atDebug().addKeyValue("venue", news.venue()).addKeyValue("symbol", instrument.symbol())
                .addKeyValue("fault", news.fault()).log("a venue's quote has a fault");
    }
}
