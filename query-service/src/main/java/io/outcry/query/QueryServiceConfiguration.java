// SPDX-License-Identifier: Apache-2.0
package io.outcry.query;

import io.github.resilience4j.micrometer.tagged.TaggedBulkheadMetrics;
import io.github.resilience4j.micrometer.tagged.TaggedCircuitBreakerMetrics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationPredicate;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.contracts.server.EventLoopDelay;
import io.outcry.contracts.server.HotProgress;
import io.outcry.contracts.server.HotRequests;
import io.outcry.contracts.server.HttpConfiguration;
import io.outcry.contracts.time.SetBackClock;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.TopicProvisioner;
import io.outcry.contracts.topic.TopicsProperties;
import io.outcry.contracts.trace.Tracing;
import io.outcry.contracts.trace.TracingConfiguration;
import io.outcry.query.feed.FeedConsumers;
import io.outcry.query.feed.LogFeed;
import io.outcry.query.feed.SymbolPartitions;
import io.outcry.query.feed.SymbolRegistry;
import io.outcry.query.log.LogProducer;
import io.outcry.query.log.PriceReadCounts;
import io.outcry.query.position.LogEnds;
import io.outcry.query.position.PositionBarrier;
import io.outcry.query.position.ProjectionFaults;
import io.outcry.query.position.QueryViewHealth;
import io.outcry.query.position.ViewAges;
import io.outcry.query.position.ViewPositions;
import io.outcry.query.position.ViewWatch;
import io.outcry.query.projection.ProjectionContainers;
import io.outcry.query.projection.ProjectionSettings;
import io.outcry.query.read.HotOrders;
import io.outcry.query.read.HotPrices;
import io.outcry.query.read.HotReads;
import io.outcry.query.read.NearMarket;
import io.outcry.query.read.QueryRoutes;
import io.outcry.query.read.ReadTimes;
import io.outcry.query.stream.StreamConfiguration;
import io.outcry.query.view.OrderReads;
import io.outcry.query.view.PositionFeed;
import io.outcry.query.view.RedisLink;
import io.outcry.query.view.ViewGuard;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewReader;
import io.outcry.query.view.ViewWriter;
import io.outcry.query.view.WholeBooks;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.function.server.support.RouterFunctionMapping;

/** Wires the query service. All bean names start with {@code query}, so that it can live in one context with the other services. */
@Configuration(proxyBeanMethods = false)
@Import({HttpConfiguration.class, StreamConfiguration.class, TracingConfiguration.class})
@EnableConfigurationProperties({QueryServiceProperties.class, TopicsProperties.class})
public class QueryServiceConfiguration {

    /** Before the actuator's, which is at -100. */
    private static final int ROUTES_ORDER = -200;

    private static final String DEAD_LETTER_RETENTION_MILLIS = String.valueOf(30L * 24 * 60 * 60 * 1000);

    @Bean
    RouterFunction<ServerResponse> queryFiles() {
        return StaticFiles.routes();
    }

    /**
     * Asks our routes before the actuator's mappings, which hold each request against all of their patterns: seven hundredths of a read's
     * time.
     */
    @Bean
    static BeanPostProcessor queryRoutesFirst() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                if (bean instanceof RouterFunctionMapping routes) {
                    routes.setOrder(ROUTES_ORDER);
                }
                return bean;
            }
        };
    }

    /** Reads time themselves. */
    @Bean
    ObservationPredicate queryReadsNotObserved() {
        return ReadTimes.notObserved();
    }

    @Bean(destroyMethod = "close")
    RedisLink queryRedisLink(QueryServiceProperties properties) {
        return new RedisLink(properties.redisUri(), properties.redisCluster(), properties.readTimeout(), properties.applyTimeout());
    }

    @Bean
    ViewPositions queryViewPositions(TopicsProperties topics) {
        return new ViewPositions(topics.orderPartitions(), topics.pricePartitions());
    }

    @Bean
    ViewAges queryViewAges(ViewPositions positions) {
        return new ViewAges(positions, Clock.systemUTC());
    }

    @Bean(destroyMethod = "close")
    ViewGuard queryViewGuard(QueryServiceProperties properties, ViewPositions positions, MeterRegistry registry) {
        ViewGuard guard = new ViewGuard(
                properties.readTimeout(), properties.maxConcurrentReads(), properties.redisCluster() ? positions.partitions() : List.of());
        TaggedCircuitBreakerMetrics.ofCircuitBreakerRegistry(guard.breakers()).bindTo(registry);
        TaggedBulkheadMetrics.ofBulkheadRegistry(guard.bulkheads()).bindTo(registry);
        return guard;
    }

    @Bean
    ViewReader queryViewReader(RedisLink link, ViewGuard guard, ViewPositions positions) {
        return new ViewReader(link, guard, positions);
    }

    @Bean
    PositionBarrier queryPositionBarrier(ViewPositions positions, QueryServiceProperties properties, MeterRegistry registry) {
        PositionBarrier barrier = new PositionBarrier(positions, properties.readAfterDeadline(), properties.maxWaiters());
        Gauge.builder("outcry.query.readafter.waiters", barrier, PositionBarrier::waiters)
                .description("Waits for a position that are parked now").register(registry);
        return barrier;
    }

    @Bean
    ProjectionFaults queryProjectionFaults() {
        return new ProjectionFaults();
    }

    /** Creates the topics first: nothing else of the service works without them. */
    @Bean(destroyMethod = "close")
    LogEnds queryLogEnds(KafkaProperties kafka, TopicsProperties topics, ViewPositions positions) {
        TopicLayout layout = topics.layout();
        Map<String, Object> admin = kafka.buildAdminProperties();
        TopicProvisioner.ensure(admin, List.of(
                layout.orderCommands(), layout.orderOutcomes(), layout.instruments(), layout.priceCommands(), layout.priceUpdates(),
                deadLetters(ViewLog.ORDERS, layout.orderPartitions(), layout),
                deadLetters(ViewLog.PRICES, layout.pricePartitions(), layout)));
        return new LogEnds(admin, positions.partitions());
    }

    private static NewTopic deadLetters(ViewLog log, int partitions, TopicLayout layout) {
        return new NewTopic(log.deadLetterTopic(), partitions, layout.replicas())
                .configs(Map.of(
                        TopicConfig.RETENTION_MS_CONFIG, DEAD_LETTER_RETENTION_MILLIS,
                        TopicConfig.MAX_MESSAGE_BYTES_CONFIG, String.valueOf(TopicLayout.MAX_RECORD_BYTES)));
    }

    @Bean(destroyMethod = "close")
    LogProducer queryLogProducer(KafkaProperties kafka, TopicsProperties topics) {
        return new LogProducer(kafka.buildProducerProperties(), topics.pricePartitions(), Clock.systemUTC());
    }

    @Bean
    ViewWatch queryViewWatch(
            RedisLink link, ViewReader reader, LogEnds ends, ViewPositions positions, ViewAges ages, NearCache near,
            QueryServiceProperties properties, MeterRegistry registry) {
        ViewWatch watch = new ViewWatch(
                link, reader, new PositionFeed(positions.partitions()), ends, positions, List.of(ages, near.ages()),
                properties.checkInterval(),
                properties.readTimeout());
        for (ViewLog log : ViewLog.values()) {
            Gauge.builder("outcry.query.lag.records", watch, seen -> seen.findings().stream()
                    .filter(finding -> finding.partition().log() == log).mapToLong(ViewWatch.Finding::lag).sum())
                    .tag("log", log.tag())
                    .description("Records in the log that are not in the view").register(registry);
        }
        return watch;
    }

    /**
     * What the near-cache of prices and books is made of.
     *
     * @param positions how far the feed is. Nothing is read from Redis by them: they are never opened, so there is no floor in them
     */
    record NearCache(ViewPositions positions, ViewAges ages, PositionBarrier barrier, SymbolRegistry symbols) {}

    @Bean
    NearCache queryNearCache(TopicsProperties topics, QueryServiceProperties properties) {
        ViewPositions positions = new ViewPositions(topics.orderPartitions(), topics.pricePartitions());
        return new NearCache(
                positions, new ViewAges(positions, Clock.systemUTC()),
                new PositionBarrier(positions, properties.readAfterDeadline(), properties.maxWaiters()),
                new SymbolRegistry(topics.orderPartitions()));
    }

    @Bean
    SymbolPartitions querySymbolPartitions(TopicsProperties topics, NearCache near) {
        return new SymbolPartitions(topics.orderPartitions(), topics.pricePartitions(), near.symbols());
    }

    @Bean
    LogFeed queryFeed(KafkaProperties kafka, RedisLink link, ViewPositions view, LogEnds ends, NearCache near) {
        return new LogFeed(new LogFeed.Parts(
                () -> FeedConsumers.open(kafka.buildConsumerProperties()), new WholeBooks(link), view, ends::epoch, near.positions(),
                near.symbols()));
    }

    /** Its name makes it {@code queryView} in the health endpoint. */
    @Bean
    QueryViewHealth queryViewHealthIndicator(ViewWatch watch, ProjectionFaults faults, LogFeed feed) {
        return new QueryViewHealth(watch, faults, feed::behind);
    }

    @Bean
    ProjectionContainers queryProjectionContainers(
            KafkaProperties kafka, QueryServiceProperties properties, RedisLink link, ViewPositions positions, ProjectionFaults faults,
            LogProducer producer, LogEnds ends, MeterRegistry registry, Tracing tracing, ViewWatch watch) {
        ProjectionSettings settings = new ProjectionSettings(
                properties.group(), properties.ordersKept(), properties.fillsKept(),
                properties.tradesKept(), properties.candlesKept(), properties.projectionThreads());
        Supplier<ViewWriter> writers =
                () -> new ViewWriter(link, properties.applyTimeout(), properties.closedOrderRetention(), Clock.systemUTC());
        return new ProjectionContainers(new ProjectionContainers.Parts(
                kafka.buildConsumerProperties(), settings, writers, positions, ends.ids(), faults, producer, registry, Clock.systemUTC(),
                tracing), new SetBackClock(), () -> watch.silentMillis().isEmpty());
    }

    @Bean
    NearMarket queryNearMarket(LogFeed feed, NearCache near) {
        return new NearMarket(feed, near.positions(), near.ages(), near.barrier());
    }

    @Bean
    PriceReadCounts queryPriceReadCounts(LogProducer producer) {
        return new PriceReadCounts(producer::tellReads);
    }

    @Bean
    HotPrices queryHotPrices(
            NearMarket market, SymbolPartitions partitions, PriceReadCounts counts, MeterRegistry registry) {
        return new HotPrices(market, partitions, counts, registry, Clock.systemUTC());
    }

    @Bean
    HotOrders queryHotOrders(
            RedisLink link, ViewGuard guard, ViewPositions positions, ViewAges ages, ApiKeys keys, MeterRegistry registry,
            QueryServiceProperties properties) {
        return new HotOrders(new OrderReads(link, guard, positions, properties.readTimeout()), keys, positions, ages, registry);
    }

    /** The server is made before the feed can be, so the reads are asked for when somebody asks for one. */
    @Bean
    NettyServerCustomizer queryHotReadsServer(
            ObjectProvider<HotPrices> prices, ObjectProvider<HotOrders> orders, HotProgress progress, EventLoopDelay delay) {
        return server -> HotRequests.in(server, HotReads.NAME, () -> new HotReads(prices.getObject(), orders.getObject()), progress, delay);
    }

    @Bean
    @Order(0)
    RouterFunction<ServerResponse> queryRoutes(
            ViewReader reader, ViewPositions positions, ViewAges ages, PositionBarrier barrier, ViewGuard guard, LogProducer producer,
            PriceReadCounts counts, ApiKeys keys, MeterRegistry registry, QueryServiceProperties properties, NearMarket market,
            SymbolPartitions partitions, Tracing tracing) {
        return QueryRoutes.routes(new QueryRoutes.Parts(
                reader, positions, ages, barrier, guard, producer, counts, keys, registry, Clock.systemUTC(), properties.refreshDeadline(),
                properties.refreshFlight(), market, partitions, properties.answerDeadline(), tracing));
    }
}
