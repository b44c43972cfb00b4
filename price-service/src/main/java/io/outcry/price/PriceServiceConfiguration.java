// SPDX-License-Identifier: Apache-2.0
package io.outcry.price;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.server.ServerConfiguration;
import io.outcry.contracts.setting.UnusableSetupException;
import io.outcry.contracts.time.SetBackClock;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.TopicsProperties;
import io.outcry.contracts.trace.Tracing;
import io.outcry.contracts.trace.TracingConfiguration;
import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.RefreshRequest;
import io.outcry.price.domain.TierIntervals;
import io.outcry.price.domain.VenueReply;
import io.outcry.price.log.IndexReader;
import io.outcry.price.log.InstrumentReader;
import io.outcry.price.log.InstrumentRegistry;
import io.outcry.price.log.LogTail;
import io.outcry.price.log.OwnBookReader;
import io.outcry.price.log.PriceLog;
import io.outcry.price.log.RefreshListener;
import io.outcry.price.log.RefreshScheduler;
import io.outcry.price.refresh.IndexBoard;
import io.outcry.price.refresh.PriceMetrics;
import io.outcry.price.refresh.PriceRefresher;
import io.outcry.price.refresh.Pricing;
import io.outcry.price.refresh.RefreshRounds;
import io.outcry.price.refresh.TierBoard;
import io.outcry.price.venue.Binance;
import io.outcry.price.venue.Coinbase;
import io.outcry.price.venue.Kraken;
import io.outcry.price.venue.PushListener;
import io.outcry.price.venue.RestClient;
import io.outcry.price.venue.VenueClient;
import io.outcry.price.venue.VenueDialect;
import io.outcry.price.venue.VenueLimits;
import io.outcry.price.venue.Venues;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Everything the price service is made of. Imported by its own application and by standalone. */
@Configuration(proxyBeanMethods = false)
@Import({ServerConfiguration.class, TracingConfiguration.class})
@EnableConfigurationProperties({PriceProperties.class, TopicsProperties.class})
public class PriceServiceConfiguration {

    /** The parts that know one another; one bean, because none of them makes sense without the others. */
    record Parts(Venues venues, InstrumentReader reader, RefreshScheduler scheduler, PriceServiceLifecycle lifecycle) {}

    @Bean
    Parts priceServiceParts(PriceProperties properties, TopicsProperties topics, KafkaProperties kafka, MeterRegistry meters,
            Tracing tracing) {
        InstantSource clock = InstantSource.system();
        TopicLayout layout = topics.layout();
        TierIntervals intervals = properties.intervals().toDomain();
        VenueLimits limits = properties.limits().toVenueLimits();
        IndexBoard indices = new IndexBoard(properties.indices());
        InstrumentRegistry registry = new InstrumentRegistry(indices.instruments());
        TierBoard tiers = new TierBoard(properties.places().toDomain(), indices, meters);
        PriceMetrics metrics = new PriceMetrics(meters);
        PriceLog log = new PriceLog(kafka.buildProducerProperties(), layout, meters);
        OwnBookReader ownBook =
                new OwnBookReader(kafka.buildConsumerProperties(), layout.orderPartitions(), clock, meters);
        Pricing pricing = new Pricing(log, indices, intervals, properties.minSources(), ownBook, clock, metrics);
        Venues venues = new Venues(clients(properties, clock), limits, meters, clock, pushes(pricing, registry, tiers));
        RefreshScheduler scheduler = new RefreshScheduler(
                intervals, registry, layout.pricePartitions(), log, tiers, indices, pricing::retain, clock, meters, System::nanoTime);
        PriceRefresher refresher = new PriceRefresher(
                venues, pricing, indices, symbol -> current(registry, tiers, symbol), intervals, scheduler::refreshed, clock, metrics,
                tracing);
        RefreshRounds rounds = new RefreshRounds(refresher, RefreshScheduler.SYMBOLS_PER_CALL);
        RefreshListener listener = new RefreshListener(
                kafka.buildConsumerProperties(), Math.min(properties.consumers(), layout.pricePartitions()),
                commands(rounds, scheduler), meters, new SetBackClock());
        InstrumentReader reader = new InstrumentReader(kafka.buildConsumerProperties(), registry, meters);
        IndexReader indexReader = new IndexReader(kafka.buildConsumerProperties(), layout.pricePartitions(), indices);
        List<LogTail> tails = new ArrayList<>(List.of(new LogTail("outcry-price-own-book", ownBook::read)));
        if (!properties.indices().isEmpty()) {
            tails.add(new LogTail("outcry-price-indices", indexReader::read));
        }
        PriceServiceLifecycle lifecycle = new PriceServiceLifecycle(
                kafka.buildAdminProperties(),
                List.of(layout.instruments(), layout.priceCommands(), layout.priceUpdates(), layout.orderOutcomes()),
                reader,
                listener,
                scheduler,
                log,
                venues,
                rounds,
                tails);
        return new Parts(venues, reader, scheduler, lifecycle);
    }

    private static @Nullable PricedInstrument current(InstrumentRegistry registry, TierBoard tiers, String symbol) {
        PricedInstrument instrument = registry.find(symbol);
        return instrument == null ? null : tiers.current(instrument);
    }

    /** What a venue pushes is priced in the tier that the symbol is in now, unless it was subscribed to at another scale. */
    private static PushListener pushes(Pricing pricing, InstrumentRegistry registry, TierBoard tiers) {
        return (venue, subscribed, quote) -> {
            PricedInstrument instrument = current(registry, tiers, subscribed.symbol());
            if (instrument != null && instrument.scale() == subscribed.scale()) {
                pricing.pushed(instrument, venue, new VenueReply.Quoted(quote));
            }
        };
    }

    private static RefreshListener.Commands commands(RefreshRounds rounds, RefreshScheduler scheduler) {
        return new RefreshListener.Commands() {
            @Override
            public void refresh(List<RefreshRequest> requests) throws InterruptedException {
                rounds.offer(requests);
            }

            @Override
            public void read(String symbol, long count) {
                scheduler.read(symbol, count);
            }
        };
    }

    @Bean
    PriceServiceLifecycle priceServiceLifecycle(Parts priceServiceParts) {
        return priceServiceParts.lifecycle();
    }

    /** Health contributor {@code priceRegistry}; a member of the readiness group. */
    @Bean
    HealthIndicator priceRegistryHealthIndicator(Parts priceServiceParts) {
        return new PriceRegistryHealth(
                priceServiceParts.lifecycle(), priceServiceParts.reader(), priceServiceParts.scheduler(), priceServiceParts.venues());
    }

    /** @throws UnusableSetupException if two have one name: nobody could tell what each of them said */
    static List<VenueClient> clients(PriceProperties properties, InstantSource clock) {
        Set<String> names = new HashSet<>(Set.of(OwnBookReader.VENUE));
        List<VenueClient> clients = new ArrayList<>();
        properties.venues().forEach((key, venue) -> {
            if (venue.enabled()) {
                VenueDialect dialect = dialect(key, venue);
                if (!names.add(dialect.name())) {
                    throw new UnusableSetupException(
                            "outcry.price.venues." + key + ": there is a venue " + dialect.name() + " already", "leave one of them out",
                            null);
                }
                clients.add(client(dialect, venue, properties.limits(), clock));
            }
        });
        return clients;
    }

    private static VenueClient client(
            VenueDialect dialect, PriceProperties.Venue venue, PriceProperties.Limits limits, InstantSource clock) {
        return new RestClient(dialect, venue.baseUrl(), Optional.ofNullable(venue.socketUrl()), limits.call(), limits.share(), clock);
    }

    private static VenueDialect dialect(String name, PriceProperties.Venue venue) {
        Class<? extends VenueDialect> named = venue.dialect();
        if (named != null) {
            return BeanUtils.instantiateClass(named);
        }
        return switch (name) {
            case "binance" -> new Binance();
            case "coinbase" -> new Coinbase();
            case "kraken" -> new Kraken();
            default -> throw new UnusableSetupException(
                    "outcry.price.venues." + name + ": no such venue, and no dialect is named",
                    "it is binance, coinbase or kraken, or its dialect names a class", null);
        };
    }
}
