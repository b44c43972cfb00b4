// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching;

import io.micrometer.core.instrument.MeterRegistry;
import io.outcry.contracts.server.ServerConfiguration;
import io.outcry.contracts.time.SetBackClock;
import io.outcry.contracts.topic.TopicsProperties;
import io.outcry.contracts.trace.Tracing;
import io.outcry.contracts.trace.TracingConfiguration;
import io.outcry.matching.log.MatchingHealthIndicator;
import io.outcry.matching.log.MatchingPipeline;
import io.outcry.matching.log.MatchingProperties;
import io.outcry.matching.log.SnapshotProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The beans of the matching service, for its own process or beside the other services. */
@Configuration(proxyBeanMethods = false)
@Import({ServerConfiguration.class, TracingConfiguration.class})
@EnableConfigurationProperties({MatchingProperties.class, SnapshotProperties.class, TopicsProperties.class})
public class MatchingServiceConfiguration {

    @Bean
    MatchingPipeline matchingPipeline(
            KafkaProperties kafka,
            TopicsProperties topics,
            MatchingProperties properties,
            SnapshotProperties snapshots,
            MeterRegistry registry,
            Tracing tracing) {
        var clients = new MatchingPipeline.KafkaClients(
                kafka.buildConsumerProperties(), kafka.buildProducerProperties(), kafka.buildAdminProperties());
        return new MatchingPipeline(clients, topics.layout(), properties, snapshots, registry, tracing, new SetBackClock());
    }

    /** In the readiness group under the name {@code matching}. */
    @Bean
    MatchingHealthIndicator matchingHealthIndicator(MatchingPipeline matchingPipeline) {
        return new MatchingHealthIndicator(matchingPipeline);
    }
}
