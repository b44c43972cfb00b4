// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.outcry.contracts.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Outcomes in order; nothing behind one that is lost. */
@Timeout(30)
class OutcomePublisherTest {

    private static final int PARTITION = 3;

    private final CountDownLatch flushing = new CountDownLatch(1);
    private final CountDownLatch held = new CountDownLatch(1);
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer()) {

                @Override
                public void flush() {
                    flushing.countDown();
                    try {
                        assertThat(held.await(20, TimeUnit.SECONDS)).isTrue();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    super.flush();
                }
            };
    private final ExecutorService flushes = OutcomePublisher.flushes();
    private final OutcomePublisher publisher = new OutcomePublisher(producer, flushes);
    private final List<String> told = new ArrayList<>();

    @AfterEach
    void close() {
        held.countDown();
        publisher.close();
    }

    @Test
    void outcomesAreSentInOrderAndTheLastOnesAcknowledgementStandsForAll() throws Exception {
        Future<RecordMetadata> last = publisher.send(batch(1, 2));

        assertThat(sent()).containsExactly(1, 2);
        assertThat(last.isDone()).isFalse();
        producer.completeNext();
        assertThat(last.isDone()).as("one of two is acknowledged").isFalse();
        producer.completeNext();
        assertThat(last.get().offset()).isEqualTo(1);
        assertThat(told).containsExactly("1 written", "2 written");
    }

    @Test
    void whoHasNothingMoreDoesNotWaitUntilWhatWaitsForCompanyIsOnTheLog() throws Exception {
        publisher.send(batch(1));
        publisher.nothingMore();
        assertThat(flushing.await(20, TimeUnit.SECONDS)).isTrue();
        Future<RecordMetadata> last = publisher.send(batch(2, 3));
        publisher.nothingMore();
        publisher.nothingMore();
        assertThat(last.isDone()).isFalse();

        held.countDown();

        assertThat(last.get().offset()).isEqualTo(2);
        assertThat(sent()).containsExactly(1, 2, 3);
    }

    @Test
    void nothingIsSentBehindAnOutcomeThatIsLost() {
        publisher.send(batch(1, 2));
        TimeoutException givenUp = new TimeoutException("given up");
        producer.errorNext(givenUp);

        Future<RecordMetadata> behind = publisher.send(batch(3));
        Future<RecordMetadata> farBehind = publisher.send(batch(4));

        assertThatThrownBy(behind::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(farBehind::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(IllegalStateException.class);
        assertThat(sent()).containsExactly(1, 2);
        assertThat(told).containsExactly("1 lost");
        assertThat(publisher.loss()).isEqualTo(new OutcomePublisher.Loss(PARTITION, 1, givenUp));
    }

    @Test
    void theLostOneIsNamedAndNotTheFirstOfThoseThatWereSentWithIt() {
        publisher.send(batch(1, 2, 3));
        producer.completeNext();
        RecordTooLargeException tooLarge = new RecordTooLargeException("the topic takes less");
        producer.errorNext(tooLarge);
        assertThat(told).containsExactly("1 written", "2 lost");
        assertThat(publisher.loss()).isEqualTo(new OutcomePublisher.Loss(PARTITION, 2, tooLarge));
    }

    @Test
    void itsEndIsNoPartitionsFault() {
        publisher.send(batch(1));
        publisher.close();
        assertThat(publisher.isBroken()).isTrue();
        assertThat(publisher.loss()).isNull();
        assertThat(flushes.isShutdown()).as("its thread ends with it").isTrue();
    }

    @Test
    void aProducerThatRefusesAnOutcomeIsClosed() {
        producer.sendException = new TimeoutException("the buffer is full");

        Future<RecordMetadata> refused = publisher.send(batch(1, 2));

        assertThatThrownBy(refused::get).isInstanceOf(ExecutionException.class).hasCauseInstanceOf(TimeoutException.class);
        assertThat(producer.closed()).isTrue();
        assertThat(publisher.loss()).isEqualTo(new OutcomePublisher.Loss(PARTITION, 1, producer.sendException));
    }

    private OutcomeBatch batch(int... numbers) {
        OutcomeBatch batch = new OutcomeBatch(numbers.length);
        for (int number : numbers) {
            var command = new ConsumerRecord<byte[], byte[]>(Topics.ORDER_COMMANDS, PARTITION, number, null, null);
            batch.add(number, OutcomeRecord.of(command, new byte[0], new byte[]{(byte) number}, null),
                    (_, failure) -> told.add(number + (failure == null ? " written" : " lost")));
        }
        return batch;
    }

    private List<Integer> sent() {
        return producer.history().stream().map(record -> (int) record.value()[0]).toList();
    }
}
