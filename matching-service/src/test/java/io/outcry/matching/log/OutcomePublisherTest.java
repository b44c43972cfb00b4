// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.contracts.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Outcomes in order, whoever sends them; nothing behind one that is lost. */
@Timeout(30)
class OutcomePublisherTest {

    private final CountDownLatch held = new CountDownLatch(1);
    private volatile boolean hold;
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {

                @Override
                public synchronized Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
                    try {
                        assertThat(!hold || held.await(20, TimeUnit.SECONDS)).isTrue();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return super.send(record, callback);
                }
            };
    private final OutcomePublisher publisher = new OutcomePublisher(producer, new SendThreads());
    private final List<String> told = new ArrayList<>();

    @AfterEach
    void close() {
        held.countDown();
        publisher.close();
    }

    @Test
    void theCallerSendsWhenThereIsNothingMore() throws Exception {
        Future<RecordMetadata> last = publisher.send(batch(1, 2), false);

        assertThat(sent()).containsExactly(1, 2);
        assertThat(last.isDone()).isFalse();
        producer.completeNext();
        assertThat(last.isDone()).as("one of two is acknowledged").isFalse();
        producer.completeNext();
        assertThat(last.get().offset()).isEqualTo(1);
        assertThat(told).containsExactly("1 written", "2 written");
    }

    @Test
    void theEngineGoesOnWhileAnotherThreadSendsAndNothingOvertakesIt() throws Exception {
        hold = true;
        publisher.send(batch(1, 2), true);
        publisher.send(batch(3), true);
        Future<RecordMetadata> last = publisher.send(batch(4, 5), false);
        publisher.nothingMore();
        assertThat(last.isDone()).isFalse();

        held.countDown();

        // A flush of this producer acknowledges all that was sent before it: so it comes last.
        assertThat(last.get().offset()).isEqualTo(4);
        assertThat(sent()).containsExactly(1, 2, 3, 4, 5);
        assertThat(told).containsExactly("1 written", "2 written", "3 written", "4 written", "5 written");
    }

    @Test
    void nothingIsSentBehindAnOutcomeThatIsLost() {
        publisher.send(batch(1, 2), false);
        producer.errorNext(new TimeoutException("given up"));

        Future<RecordMetadata> behind = publisher.send(batch(3), false);
        Future<RecordMetadata> farBehind = publisher.send(batch(4), true);

        assertThatThrownBy(behind::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(farBehind::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(sent()).containsExactly(1, 2);
        assertThat(told).containsExactly("1 lost");
    }

    @Test
    void aProducerThatRefusesAnOutcomeIsClosed() {
        producer.sendException = new TimeoutException("the buffer is full");

        Future<RecordMetadata> refused = publisher.send(batch(1, 2), false);

        assertThatThrownBy(refused::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(TimeoutException.class);
        assertThat(producer.closed()).isTrue();
    }

    private OutcomeBatch batch(int... numbers) {
        OutcomeBatch batch = new OutcomeBatch(numbers.length);
        for (int number : numbers) {
            var command = new ConsumerRecord<byte[], byte[]>(Topics.ORDER_COMMANDS, 0, number, null, null);
            batch.add(OutcomeRecord.of(command, new byte[0], new byte[]{(byte) number}, null),
                    (_, failure) -> told.add(number + (failure == null ? " written" : " lost")));
        }
        return batch;
    }

    private List<Integer> sent() {
        return producer.history().stream().map(record -> (int) record.value()[0]).toList();
    }
}
