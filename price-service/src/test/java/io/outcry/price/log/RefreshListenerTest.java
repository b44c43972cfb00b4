// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.outcry.contracts.logging.ToldLines;
import io.outcry.contracts.time.SetBackClock;
import io.outcry.contracts.topic.Topics;
import io.outcry.contracts.v1.RefreshPrice;
import io.outcry.contracts.v1.RefreshReason;
import io.outcry.price.domain.RefreshRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What each reason of a command leads to. */
class RefreshListenerTest {

    private static final int OF_A_NEWER_VERSION = 99;

    @RegisterExtension
    private final ToldLines told = ToldLines.of(RefreshListener.class);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> asked = new ArrayList<>();
    private final List<String> read = new ArrayList<>();
    private final RefreshListener listener = new RefreshListener(Map.of(), 1, new RefreshListener.Commands() {

        @Override
        public void refresh(List<RefreshRequest> requests) {
            requests.forEach(request -> asked.add(request.symbol()));
        }

        @Override
        public void read(String symbol, long count) {
            read.add(symbol);
        }
    }, meters, new SetBackClock());

    @Test
    void venuesAreAskedForTheScheduleAndForWhoWaits() {
        listener.onBatch(List.of(
                command("A-USD", RefreshReason.REFRESH_REASON_TIER_VALUE),
                command("B-USD", RefreshReason.REFRESH_REASON_REQUEST_VALUE),
                command("C-USD", RefreshReason.REFRESH_REASON_READS_VALUE)));
        assertThat(asked).containsExactly("A-USD", "B-USD");
        assertThat(read).containsExactly("C-USD");
    }

    @Test
    void noVenueIsAskedForAReasonThatThisVersionDoesNotKnowWhichIsCountedEachTimeAndToldOnce() {
        listener.onBatch(List.of(command("A-USD", OF_A_NEWER_VERSION), command("B-USD", OF_A_NEWER_VERSION)));
        listener.onBatch(List.of(command("A-USD", OF_A_NEWER_VERSION)));
        assertThat(asked).isEmpty();
        assertThat(read).isEmpty();
        assertThat(meters.counter("outcry.price.commands", "fate", "unknown_reason").count()).isEqualTo(3);
        assertThat(told.list()).extracting(ILoggingEvent::getMessage).singleElement().asString().contains("does not know");
    }

    private static ConsumerRecord<String, byte[]> command(String symbol, int reason) {
        byte[] value = RefreshPrice.newBuilder().setSymbol(symbol).setTimeUs(1).setReasonValue(reason).build().toByteArray();
        return new ConsumerRecord<>(Topics.PRICE_COMMANDS, 0, 0, symbol, value);
    }
}
