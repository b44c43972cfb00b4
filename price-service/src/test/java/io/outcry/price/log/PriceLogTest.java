// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.Topics;
import java.util.Set;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PriceLogTest {

    @RegisterExtension
    private final ToldLines told = ToldLines.of(PriceLog.class);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final MockProducer<String, byte[]> kafka =
            new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());
    private final PriceLog prices = new PriceLog(kafka, new TopicLayout(1, 1, (short) 1), meters);

    @Test
    void aTopicThatTakesNoRecordsIsToldOnceAndCountedEachTime() {
        for (int i = 0; i < 100; i++) {
            prices.requestRefresh("BTC-USD", i);
            kafka.errorNext(new TopicAuthorizationException(Set.of(Topics.PRICE_COMMANDS)));
        }
        assertThat(told.list()).extracting(ILoggingEvent::getMessage).containsExactly("price records are not written, from this one on");
        assertThat(meters.counter("outcry.price.writes.failed").count()).isEqualTo(100);

        prices.requestRefresh("BTC-USD", 100);
        kafka.completeNext();
        assertThat(told.list()).extracting(ILoggingEvent::getMessage).last().isEqualTo("price records are written again");

        prices.requestRefresh("BTC-USD", 101);
        kafka.errorNext(new TopicAuthorizationException(Set.of(Topics.PRICE_COMMANDS)));
        assertThat(told.list()).as("it is news again").hasSize(3);
    }
}
