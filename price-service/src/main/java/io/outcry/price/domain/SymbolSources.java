// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import io.outcry.price.domain.Aggregation.Withheld;
import io.outcry.price.domain.JudgedReply.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of the venues of one symbol, and what comes of it: every reply is judged by itself and by what its venue said before,
 * converted if need be, and those that count are aggregated.
 *
 * <p>Plain state, fed by one thread at a time. Times are microseconds since the epoch.
 */
public final class SymbolSources {

    private final Map<String, SourceMemory> memories = new HashMap<>();

    /** One round of judging. */
    private static final class Round {
        private final List<JudgedReply> judged = new ArrayList<>();
        private final List<JudgedReply> news = new ArrayList<>();
        private final List<Candidate> candidates = new ArrayList<>();
        private final List<Quote> votes = new ArrayList<>();
        private final List<Quote> silent = new ArrayList<>();
        /** Venues other than our own book that list it. */
        private int others;
        private boolean externalVotes;
        private int asked;
        private boolean complete = true;
    }

    /**
     * Judges the replies and aggregates those that count.
     *
     * @param instrument what is priced
     * @param replies by venue; what a venue said in an earlier round may be there again
     * @param indices rates by their symbol; null for one that is not known
     */
    public Aggregation aggregate(
            PricedInstrument instrument,
            SortedMap<String, VenueReply> replies,
            AggregationRules rules,
            Function<String, @Nullable IndexRate> indices,
            long nowMicros) {
        Round round = new Round();
        replies.forEach((venue, reply) -> examine(round, instrument, venue, reply, rules, indices, nowMicros));
        round.candidates.forEach(candidate -> memory(candidate.venue(), rules)
                .quoted(candidate.said(), candidate.quote()));
        round.candidates.forEach(candidate -> memory(candidate.venue(), rules).stand(midsOfOthers(round, candidate), nowMicros));
        int majority = round.asked / 2 + 1;
        Map<String, Fault> silenced = silenced(round, rules, majority, nowMicros);
        if (rules.directOnly()) {
            contradiction(round, silenced, instrument, indices.apply(instrument.symbol()), rules, nowMicros);
        }
        vote(round, replies, rules, silenced);
        Optional<Withheld> withheld = tooLittle(round, rules);
        Optional<AggregatedPrice> price =
                withheld.isPresent() ? Optional.empty() : PriceAggregator.price(round.votes, round.silent, round.asked);
        price.ifPresent(found -> watchDeviations(round, found.price(), rules, majority, nowMicros));
        suspect(round, replies, price.map(AggregatedPrice::price).orElse(0L), rules);
        round.judged.sort((a, b) -> a.venue().compareTo(b.venue()));
        if (withheld.isEmpty() && price.isEmpty()) {
            withheld = Optional.of(Withheld.INCONSISTENT);
        }
        return new Aggregation(price, withheld, round.judged, round.asked, round.complete, round.news);
    }

    private SourceMemory memory(String venue, AggregationRules rules) {
        return memories.computeIfAbsent(venue, any -> new SourceMemory(rules.quarantine()));
    }

    private void examine(
            Round round,
            PricedInstrument instrument,
            String venue,
            VenueReply reply,
            AggregationRules rules,
            Function<String, @Nullable IndexRate> indices,
            long nowMicros) {
        if (!(reply instanceof VenueReply.NotListed)) {
            round.asked++;
            round.others += venue.equals(rules.ownVenue()) ? 0 : 1;
        }
        switch (reply) {
            case VenueReply.NotListed() -> round.judged.add(JudgedReply.without(
                    venue, Verdict.UNAVAILABLE, venue.equals(rules.ownVenue()) ? OwnBook.NO_VENUE : "not listed"));
            case VenueReply.Unavailable(String reason) -> {
                round.judged.add(JudgedReply.without(venue, Verdict.UNAVAILABLE, reason));
                round.complete = false;
            }
            case VenueReply.Unusable(String reason) -> round.judged.add(JudgedReply.without(venue, Verdict.INVALID, reason));
            case VenueReply.Quoted(Quote quote) -> {
                SourceMemory memory = memory(venue, rules);
                Fault fault = memory.examine(quote, nowMicros, rules.staleAfterMicros());
                boolean direct = quote.currency().equals(instrument.quote());
                Quote own = quote;
                if (fault == null && !direct) {
                    IndexRate rate = rules.directOnly() ? null : indices.apply(IndexRate.symbol(quote.currency(), instrument.quote()));
                    if (rate == null || !rate.isFresh(nowMicros)) {
                        fault = Fault.NO_INDEX;
                        round.complete &= rules.directOnly();
                    } else {
                        own = rate.convert(quote);
                        fault = own.bid() <= 0 ? Fault.NOT_POSITIVE : own.ask() > Quote.MAX_PRICE ? Fault.TOO_LARGE : null;
                    }
                }
                if (fault == null) {
                    round.candidates.add(new Candidate(venue, quote, own, direct ? "" : quote.currency()));
                } else {
                    refuse(round, memory, reply, JudgedReply.refused(venue, quote, direct ? "" : quote.currency(), fault));
                }
            }
        }
    }

    /** The others' mids, for a quote that may begin to stand in this round. */
    private static Map<String, Long> midsOfOthers(Round round, Candidate candidate) {
        Map<String, Long> mids = new HashMap<>();
        for (Candidate other : round.candidates) {
            if (other != candidate) {
                mids.put(other.venue(), other.quote().mid());
            }
        }
        return mids;
    }

    /** Those that do not vote, as long as a majority of those that list the symbol is left to do so. */
    private Map<String, Fault> silenced(Round round, AggregationRules rules, int majority, long nowMicros) {
        Map<String, Fault> silenced = new HashMap<>();
        for (Candidate candidate : round.candidates) {
            SourceMemory memory = memory(candidate.venue(), rules);
            if (memory.quarantine().holds()) {
                silenced.put(candidate.venue(), Fault.QUARANTINED);
            } else if (memory.isFrozen(midsOfOthers(round, candidate), majority, nowMicros, rules.frozenAfterMicros())) {
                silenced.put(candidate.venue(), Fault.FEED_FROZEN);
            }
        }
        if (voters(round, rules, silenced).size() < majority) {
            silenced.clear();
        }
        return silenced;
    }

    /** Two quotes of an index that contradict each other: who contradicts the rate, too, does not vote. Nobody else could tell who lies. */
    private static void contradiction(
            Round round,
            Map<String, Fault> silenced,
            PricedInstrument index,
            @Nullable IndexRate rate,
            AggregationRules rules,
            long nowMicros) {
        List<Candidate> two = voters(round, rules, silenced);
        if (two.size() == 2 && rate != null && rate.isFresh(nowMicros)) {
            Quote one = two.getFirst().quote();
            rate.dissenter(one, two.getLast().quote(), index.scale())
                    .map(dissenter -> dissenter == one ? two.getFirst() : two.getLast())
                    .ifPresent(dissenter -> silenced.put(dissenter.venue(), Fault.FAR_FROM_RATE));
        }
    }

    /** Those that are not silenced; our own book is none of them beside one other. */
    private static List<Candidate> voters(Round round, AggregationRules rules, Map<String, Fault> silenced) {
        List<Candidate> voters = new ArrayList<>(round.candidates);
        voters.removeIf(candidate -> silenced.containsKey(candidate.venue()));
        long others = voters.stream().filter(candidate -> !candidate.venue().equals(rules.ownVenue())).count();
        if (others == 1) {
            voters.removeIf(candidate -> candidate.venue().equals(rules.ownVenue()));
        }
        return voters;
    }

    private void vote(Round round, SortedMap<String, VenueReply> replies, AggregationRules rules, Map<String, Fault> silenced) {
        List<Candidate> voters = voters(round, rules, silenced);
        for (Candidate candidate : round.candidates) {
            SourceMemory memory = memory(candidate.venue(), rules);
            VenueReply reply = replies.get(candidate.venue());
            Fault fault = silenced.get(candidate.venue());
            if (fault == null && !voters.contains(candidate)) {
                round.judged.add(JudgedReply.halfOfThePrice(candidate));
            } else if (fault == null) {
                round.judged.add(JudgedReply.used(candidate));
                round.votes.add(candidate.quote());
                round.externalVotes |= !candidate.venue().equals(rules.ownVenue());
            } else {
                round.silent.add(candidate.quote());
                refuse(round, memory, reply,
                        JudgedReply.refused(candidate.venue(), candidate.quote(), candidate.convertedFrom(), fault));
            }
        }
    }

    private static void refuse(Round round, SourceMemory memory, @Nullable VenueReply reply, JudgedReply judged) {
        round.judged.add(judged);
        if (memory.isNews(reply, judged.fault())) {
            round.news.add(judged);
        }
    }

    /**
     * Tells of those that vote and are far from the price. They go on voting until it has lasted: in a single round honest dissent looks
     * the same.
     */
    private void suspect(Round round, SortedMap<String, VenueReply> replies, long price, AggregationRules rules) {
        round.judged.replaceAll(judged -> {
            if (judged.verdict() != Verdict.USED) {
                return judged;
            }
            boolean far = price > 0 && rules.quarantine().isOutside(judged.bid() + (judged.ask() - judged.bid()) / 2, price);
            JudgedReply told = far ? judged.suspected(Fault.FAR_FROM_PRICE) : judged;
            if (memory(judged.venue(), rules).isNews(replies.get(judged.venue()), told.fault())) {
                round.news.add(told);
            }
            return told;
        });
    }

    private static Optional<Withheld> tooLittle(Round round, AggregationRules rules) {
        if (round.asked == 0) {
            return Optional.of(Withheld.UNLISTED);
        }
        if (round.votes.isEmpty()) {
            return Optional.of(Withheld.NO_QUOTES);
        }
        if (round.others > 0 && !round.externalVotes) {
            return Optional.of(Withheld.OWN_BOOK_ALONE);
        }
        // Our own book does not raise what is demanded: whoever quotes there could silence the price.
        int needed = Math.min(rules.minSources(), Math.max(round.others, 1));
        return round.votes.size() < needed ? Optional.of(Withheld.TOO_FEW_SOURCES) : Optional.empty();
    }

    /** Never so many that fewer than a majority of those that list the symbol would be left. */
    private void watchDeviations(Round round, long price, AggregationRules rules, int majority, long nowMicros) {
        int heard = round.votes.size();
        for (Candidate candidate : round.candidates) {
            Quarantine quarantine = memory(candidate.venue(), rules).quarantine();
            boolean before = quarantine.holds();
            quarantine.observe(rules.quarantine().isOutside(candidate.quote().mid(), price), heard - 1 >= majority, nowMicros);
            if (quarantine.holds() && !before) {
                heard--;
            }
        }
    }
}
