// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.projection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.outcry.query.log.LogProducer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class DeadLettersTest {

    private static final byte[] KEY = {1};
    private static final byte[] LARGE = new byte[3 << 20];

    private int limit = 1 << 20;

    private final MockProducer<byte[], byte[]> kafka =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {

                @Override
                public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record) {
                    int bytes = record.key().length + (record.value() == null ? 0 : record.value().length);
                    return bytes > limit
                            ? CompletableFuture.failedFuture(new RecordTooLargeException(bytes + " bytes"))
                            : super.send(record);
                }
            };

    private final DeadLetters letters = new DeadLetters(new LogProducer(kafka, 1, Clock.systemUTC()), "letters");

    @Test
    void aRecordIsPutAsideAsItWasWithItsPlaceAndTheReason() {
        put(KEY, new byte[]{2, 3});
        assertThat(letter().value()).containsExactly(2, 3);
        assertThat(headers()).isEqualTo(Map.of("outcry-partition", "2", "outcry-offset", "7", "outcry-reason", "no outcome"));
    }

    @Test
    void ofOneThatIsTooLargeTheBeginningIsPutAsideAndHowLongItWas() {
        LARGE[0] = 9;
        put(KEY, LARGE);
        assertThat(letter().key()).isEqualTo(KEY);
        assertThat(letter().value()).hasSize(DeadLetters.BEGINNING_BYTES).startsWith(9);
        assertThat(headers()).isEqualTo(Map.of(
                "outcry-partition", "2", "outcry-offset", "7", "outcry-reason", "no outcome", "outcry-key-bytes", "1",
                "outcry-value-bytes", String.valueOf(LARGE.length)));
    }

    @Test
    void aKeyMayBeWhatIsTooLarge() {
        put(LARGE, null);
        assertThat(letter().key()).hasSize(DeadLetters.BEGINNING_BYTES);
        assertThat(letter().value()).isNull();
        assertThat(headers()).containsEntry("outcry-key-bytes", String.valueOf(LARGE.length)).containsEntry("outcry-value-bytes", "0");
    }

    @Test
    void aTopicThatTakesNotEvenThatIsAFailure() {
        limit = 100;
        assertThatExceptionOfType(RecordTooLargeException.class).isThrownBy(() -> put(KEY, LARGE));
    }

    private void put(byte[] key, byte[] value) {
        letters.put(new ConsumerRecord<>("outcomes", 2, 7, key, value), "no outcome");
    }

    private ProducerRecord<byte[], byte[]> letter() {
        assertThat(kafka.history()).hasSize(1);
        assertThat(kafka.history().getFirst().partition()).isEqualTo(2);
        return kafka.history().getFirst();
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new TreeMap<>();
        letter().headers().forEach(header -> headers.put(header.key(), new String(header.value(), StandardCharsets.UTF_8)));
        return headers;
    }
}
