// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.http.ApiKeys;
import io.outcry.contracts.server.EventLoopDelay;
import io.outcry.contracts.server.HotProgress;
import io.outcry.contracts.server.HotRequests;
import io.outcry.contracts.server.HttpConfiguration;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.topic.TopicsProperties;
import io.outcry.contracts.trace.Tracing;
import io.outcry.contracts.trace.TracingConfiguration;
import io.outcry.order.api.HotPlacements;
import io.outcry.order.api.OrderRoutes;
import io.outcry.order.instrument.InstrumentAdmin;
import io.outcry.order.instrument.InstrumentRegistry;
import io.outcry.order.log.GrouplessReader;
import io.outcry.order.log.KafkaClients;
import io.outcry.order.log.LogWriter;
import io.outcry.order.log.OrderLanes;
import io.outcry.order.log.WriteRight;
import io.outcry.order.metrics.OrderServiceMetrics;
import io.outcry.order.reply.AccountLimits;
import io.outcry.order.reply.CommandGateway;
import io.outcry.order.reply.CommandLimits;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.TopicPartition;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** The parts of the order service. Bean names start with {@code order}, so that other services fit into the same context. */
@Configuration(proxyBeanMethods = false)
@Import({HttpConfiguration.class, TracingConfiguration.class})
@EnableConfigurationProperties({OrderServiceProperties.class, TopicsProperties.class})
public class OrderServiceConfiguration {

    private static final Duration MAX_BLOCK = Duration.ofMillis(500);

    @Bean
    OrderServiceMetrics orderServiceMetrics(MeterRegistry registry, OrderLanes orderLanes) {
        OrderServiceMetrics metrics = new OrderServiceMetrics(registry);
        metrics.partitions(orderLanes.orderPartitions());
        return metrics;
    }

    @Bean
    OrderLanes orderLanes(TopicsProperties topics, OrderServiceProperties properties) {
        return new OrderLanes(topics.layout().orderPartitions(), topics.layout().pricePartitions(), properties.stallAfter());
    }

    @Bean
    LogWriter orderLogWriter(KafkaProperties kafka, OrderServiceProperties properties, OrderServiceMetrics metrics) {
        var producer = KafkaClients.producer(kafka.buildProducerProperties(), properties.deliveryTimeout(), MAX_BLOCK);
        return new LogWriter(producer, properties.maxQueued(), metrics);
    }

    @Bean
    CommandGateway orderCommandGateway(LogWriter orderLogWriter, OrderServiceProperties properties, OrderServiceMetrics metrics) {
        OrderServiceProperties.Account account = properties.account();
        AccountLimits accounts = new AccountLimits(account.maxPending(), account.perSecond(), account.burst(), System::nanoTime);
        CommandLimits limits = new CommandLimits(properties.maxPending(), properties.maxUndecided());
        return new CommandGateway(orderLogWriter, properties.deliveryTimeout(), limits, accounts, metrics);
    }

    @Bean
    InstrumentRegistry orderInstrumentRegistry(OrderLanes orderLanes) {
        return new InstrumentRegistry(orderLanes.orderPartitions());
    }

    @Bean
    GrouplessReader orderInstrumentReader(KafkaProperties kafka, InstrumentRegistry orderInstrumentRegistry) {
        return new GrouplessReader(
                "order-instruments",
                () -> KafkaClients.consumer(kafka.buildConsumerProperties(), "order-service-instruments", "earliest"),
                List.of(new TopicPartition(Topics.INSTRUMENTS, 0)),
                GrouplessReader.Start.BEGINNING,
                orderInstrumentRegistry);
    }

    @Bean
    GrouplessReader orderOutcomeTail(KafkaProperties kafka, OrderLanes orderLanes, CommandGateway orderCommandGateway) {
        return new GrouplessReader(
                "order-outcome-tail",
                () -> KafkaClients.consumer(kafka.buildConsumerProperties(), "order-service-outcomes", "latest"),
                IntStream.range(0, orderLanes.orderPartitions())
                        .mapToObj(partition -> new TopicPartition(Topics.ORDER_OUTCOMES, partition))
                        .toList(),
                GrouplessReader.Start.LAST,
                orderCommandGateway::outcomes);
    }

    @Bean
    OrderServiceLifecycle orderServiceLifecycle(
            KafkaProperties kafka,
            TopicsProperties topics,
            LogWriter orderLogWriter,
            GrouplessReader orderInstrumentReader,
            GrouplessReader orderOutcomeTail,
            CommandGateway orderCommandGateway) {
        return new OrderServiceLifecycle(
                kafka.buildAdminProperties(), topics.layout(), orderLogWriter, orderInstrumentReader, orderOutcomeTail,
                orderCommandGateway);
    }

    @Bean
    HealthIndicator orderLogHealthIndicator(
            KafkaProperties kafka,
            LogWriter orderLogWriter,
            GrouplessReader orderOutcomeTail,
            GrouplessReader orderInstrumentReader,
            InstrumentRegistry orderInstrumentRegistry,
            CommandGateway orderCommandGateway) {
        return new OrderLogHealthIndicator(
                orderLogWriter, new WriteRight(kafka.buildAdminProperties()), orderOutcomeTail, orderInstrumentReader,
                orderInstrumentRegistry, orderCommandGateway);
    }

    @Bean
    OrderRoutes.Parts orderParts(
            ApiKeys keys,
            InstrumentRegistry orderInstrumentRegistry,
            CommandGateway orderCommandGateway,
            LogWriter orderLogWriter,
            OrderLanes orderLanes,
            OrderServiceMetrics metrics,
            OrderServiceProperties properties,
            GrouplessReader orderOutcomeTail,
            GrouplessReader orderInstrumentReader,
            Tracing tracing) {
        InstantSource clock = InstantSource.system();
        InstrumentAdmin admin = new InstrumentAdmin(
                orderInstrumentRegistry, orderCommandGateway, orderLogWriter, orderLanes, clock, properties.instrumentDeadline());
        OrderServiceProperties.Account account = properties.account();
        // One order can always be looked for, also where there are more partitions than an account may send commands.
        AccountLimits searches = new AccountLimits(
                Math.max(account.maxPending(), orderLanes.orderPartitions()), account.perSecond(),
                Math.max(account.burst(), orderLanes.orderPartitions()), System::nanoTime);
        return new OrderRoutes.Parts(
                keys,
                orderInstrumentRegistry,
                admin,
                orderCommandGateway,
                searches,
                orderLogWriter,
                orderLanes,
                metrics,
                clock,
                () -> orderOutcomeTail.isFollowing() && orderInstrumentReader.isFollowing(),
                tracing);
    }

    @Bean
    @Order(0)
    RouterFunction<ServerResponse> orderRoutes(OrderRoutes.Parts orderParts, OrderServiceProperties properties) {
        return OrderRoutes.of(orderParts, properties.outcomeDeadline(), properties.maxWait(), properties.refreshInterval());
    }

    /** The server is made before the log is known, so the parts are asked for when somebody places an order. */
    @Bean
    NettyServerCustomizer orderHotPlacementsServer(
            ObjectProvider<OrderRoutes.Parts> orderParts, OrderServiceProperties properties, MeterRegistry registry, HotProgress progress,
            EventLoopDelay delay) {
        SingletonSupplier<HotPlacements> hot = SingletonSupplier.of(
                () -> OrderRoutes.hot(orderParts.getObject(), properties.outcomeDeadline(), properties.maxWait(), registry));
        return server -> HotRequests.in(server, HotPlacements.NAME, hot::obtain, progress, delay);
    }
}
