// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import io.outcry.contracts.v1.Instrument;
import io.outcry.contracts.v1.PriceStatus;
import io.outcry.contracts.v1.PriceUpdate;
import io.outcry.contracts.v1.PublishCause;
import io.outcry.contracts.v1.RefreshPrice;
import io.outcry.contracts.v1.RefreshReason;
import io.outcry.contracts.v1.Tier;
import io.outcry.contracts.v1.VenueInput;
import io.outcry.contracts.v1.VenueInputStatus;
import io.outcry.price.domain.AggregatedPrice;
import io.outcry.price.domain.AggregatedPrice.Quality;
import io.outcry.price.domain.JudgedReply;
import io.outcry.price.domain.JudgedReply.Verdict;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.Publication;
import io.outcry.price.domain.RefreshRequest;
import io.outcry.price.domain.RefreshRequest.Origin;
import io.outcry.price.domain.RefreshTier;
import io.outcry.price.refresh.PricePublisher;
import org.jspecify.annotations.Nullable;

/** Between the messages on the log and the domain. */
final class PriceMessages {

    private PriceMessages() {}

    /** @throws IllegalArgumentException if the instrument lacks what pricing needs */
    static PricedInstrument instrument(Instrument message) {
        RefreshTier tier = switch (message.getTier()) {
            case TIER_HOT -> RefreshTier.HOT;
            case TIER_MEDIUM -> RefreshTier.MEDIUM;
            case TIER_COLD, TIER_UNSPECIFIED, UNRECOGNIZED -> RefreshTier.COLD;
        };
        return new PricedInstrument(
                message.getSymbol(),
                message.getBaseAsset(),
                message.getQuoteAsset(),
                PricedInstrument.priceScale(message.getPriceScale()),
                tier);
    }

    /** @param trace what the record's header says it is a part of */
    static RefreshRequest request(RefreshPrice message, @Nullable String trace) {
        Origin origin = message.getReason() == RefreshReason.REFRESH_REASON_TIER ? Origin.TIER : Origin.REQUEST;
        return new RefreshRequest(message.getSymbol(), message.getTimeUs(), origin, trace);
    }

    static RefreshPrice tierRefresh(String symbol, long nowMicros) {
        return RefreshPrice.newBuilder()
                .setSymbol(symbol)
                .setTimeUs(nowMicros)
                .setReason(RefreshReason.REFRESH_REASON_TIER)
                .build();
    }

    static PriceUpdate update(PricePublisher.Update update) {
        PricedInstrument instrument = update.instrument();
        AggregatedPrice price = update.price();
        PriceUpdate.Builder message = PriceUpdate.newBuilder()
                .setSymbol(instrument.symbol())
                .setScale(instrument.scale())
                .setPrice(price.price())
                .setConfidence(price.confidence())
                .setBid(price.bid())
                .setAsk(price.ask())
                .setAsOfUs(price.asOfMicros())
                .setStatus(status(price.quality()))
                .setTier(tier(instrument.tier()))
                .setSources(price.sources())
                .setAsked(update.aggregation().asked())
                .setPublishedUs(update.nowMicros())
                .setCause(cause(update.cause()));
        update.aggregation().replies().forEach(reply -> message.addInputs(input(reply)));
        return message.build();
    }

    private static VenueInput input(JudgedReply reply) {
        return VenueInput.newBuilder()
                .setVenue(reply.venue())
                .setStatus(status(reply.verdict()))
                .setBid(reply.bid())
                .setAsk(reply.ask())
                .setAsOfUs(reply.asOfMicros())
                .setReason(reply.reason())
                .setConvertedFrom(reply.currency())
                .build();
    }

    /** The price in an update. */
    static AggregatedPrice price(PriceUpdate update) {
        Quality quality = switch (update.getStatus()) {
            case PRICE_STATUS_FRESH -> Quality.FRESH;
            case PRICE_STATUS_DEGRADED -> Quality.DEGRADED;
            case PRICE_STATUS_SINGLE_SOURCE, PRICE_STATUS_UNSPECIFIED, UNRECOGNIZED -> Quality.SINGLE_SOURCE;
        };
        return new AggregatedPrice(
                update.getPrice(), update.getConfidence(), update.getBid(), update.getAsk(), update.getAsOfUs(), quality,
                update.getSources());
    }

    private static PublishCause cause(Publication.Cause cause) {
        return switch (cause) {
            case FIRST -> PublishCause.PUBLISH_CAUSE_FIRST;
            case REQUEST -> PublishCause.PUBLISH_CAUSE_REQUEST;
            case DEVIATION -> PublishCause.PUBLISH_CAUSE_DEVIATION;
            case HEARTBEAT -> PublishCause.PUBLISH_CAUSE_HEARTBEAT;
            case SOURCES -> PublishCause.PUBLISH_CAUSE_SOURCES;
            case STATUS -> PublishCause.PUBLISH_CAUSE_STATUS;
        };
    }

    private static PriceStatus status(Quality quality) {
        return switch (quality) {
            case FRESH -> PriceStatus.PRICE_STATUS_FRESH;
            case DEGRADED -> PriceStatus.PRICE_STATUS_DEGRADED;
            case SINGLE_SOURCE -> PriceStatus.PRICE_STATUS_SINGLE_SOURCE;
        };
    }

    private static VenueInputStatus status(Verdict verdict) {
        return switch (verdict) {
            case USED -> VenueInputStatus.VENUE_INPUT_STATUS_USED;
            case UNAVAILABLE -> VenueInputStatus.VENUE_INPUT_STATUS_UNAVAILABLE;
            case INVALID -> VenueInputStatus.VENUE_INPUT_STATUS_INVALID;
            case STALE -> VenueInputStatus.VENUE_INPUT_STATUS_STALE;
            case FROZEN -> VenueInputStatus.VENUE_INPUT_STATUS_FROZEN;
            case QUARANTINED -> VenueInputStatus.VENUE_INPUT_STATUS_QUARANTINED;
        };
    }

    private static Tier tier(RefreshTier tier) {
        return switch (tier) {
            case HOT -> Tier.TIER_HOT;
            case MEDIUM -> Tier.TIER_MEDIUM;
            case COLD -> Tier.TIER_COLD;
        };
    }
}
