// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The orders of an account in two partitions, and a stored view that answers when it is told to. */
class OrdersChannelTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Deque<CompletableFuture<StreamSource.OpenOrders>> questions = new ConcurrentLinkedDeque<>();
    private final OrdersChannel channel = new OrdersChannel("alice", 7, () -> {
        CompletableFuture<StreamSource.OpenOrders> question = new CompletableFuture<>();
        questions.add(question);
        return question;
    }, 4_096);

    @Test
    void theStoredViewNeedNotHoldWhatIsReportedWhileItIsAsked() {
        channel.load(Map.of(0, 5L, 1, 9L));
        report(0, 6, "60", true);
        report(1, 10, "100", true);
        answer(Map.of(0, 5L, 1, 10L), "50", "100");
        assertThat(channel.ready()).isCompleted();
        assertThat(open()).as("what the answer includes comes once").containsExactly("60", "50", "100");
    }

    @Test
    void afterAGapInOnePartitionNothingOfTheOthersIsLost() {
        channel.load(Map.of());
        answer(Map.of(0, 98L, 1, 4L));
        report(0, 99, "99", true);
        report(0, 100, "98", false);
        channel.restart(Map.of(0, 100L));
        report(1, 5, "500", true);
        question().complete(new StreamSource.OpenOrders(Map.of(0, 98L, 1, 4L), List.of(order("98")), false));
        assertThat(channel.ready().toCompletableFuture().isDone()).as("it lacks what partition 0 has reported").isFalse();
        awaitQuestion();
        answer(Map.of(0, 100L, 1, 4L), "99");
        assertThat(open()).containsExactly("500", "99");
    }

    /** Who makes the channel has looked how far the log is, and asks when the log has gone on and was restarted elsewhere. */
    @Test
    void whatIsForgottenAtARestartMustBeInTheAnswerAlsoToWhoAsksLater() {
        channel.load(Map.of());
        report(1, 51, "50", false);
        channel.restart(Map.of(1, 51L));
        channel.load(Map.of(1, 50L));
        CompletableFuture<StreamSource.OpenOrders> last = questions.removeLast();
        questions.clear();
        last.complete(new StreamSource.OpenOrders(Map.of(0, 9L, 1, 50L), List.of(order("50")), false));
        assertThat(channel.ready().toCompletableFuture().isDone()).as("it says that the order is open").isFalse();
        awaitQuestion();
        answer(Map.of(0, 9L, 1, 51L));
        assertThat(open()).isEmpty();
    }

    @Test
    void anAnswerToAnEarlierQuestionDoesNotReplaceANewerOneWhichNeedNotBeAsFar() {
        channel.load(Map.of(0, 30L));
        CompletableFuture<StreamSource.OpenOrders> earlier = question();
        channel.restart(Map.of());
        answer(Map.of(0, 20L), "20");
        earlier.complete(new StreamSource.OpenOrders(Map.of(0, 30L), List.of(order("10")), false));
        assertThat(open()).containsExactly("20");
    }

    /** They wait for what follows, and would wait for ever. */
    @Test
    void asLongAsSomebodyWatchesTheViewIsAskedAgainAlsoWhereItCouldNotAnswer() {
        channel.used();
        channel.load(Map.of());
        answer(Map.of(0, 10L), "10");
        channel.restart(Map.of());
        question().completeExceptionally(new IllegalStateException("the view is away"));
        assertThat(channel.ready()).isCompletedExceptionally();
        awaitQuestion();
        answer(Map.of(0, 20L), "20");
        assertThat(open()).containsExactly("20");
    }

    @Test
    void whoIsFarBehindIsBroughtUpToDateInParts() {
        channel.load(Map.of());
        answer(Map.of(0, 0L));
        Cursor at = channel.since(Cursor.NONE).to();
        int reports = 1_000;
        for (int i = 1; i <= reports; i++) {
            report(0, i, Integer.toString(i), true);
        }
        List<Long> sequences = new ArrayList<>();
        Update part;
        do {
            part = channel.since(at);
            assertThat(part.messages().stream().mapToInt(message -> message.length).sum()).isLessThan(2 * Update.ENOUGH_BYTES);
            for (byte[] message : part.messages()) {
                JsonNode json = json(message);
                assertThat(json.get("first").asLong()).isEqualTo(json.get("sequence").asLong());
                sequences.add(json.get("sequence").asLong());
            }
            assertThat(part.to().sequence()).isEqualTo(sequences.getLast());
            at = part.to();
        } while (part.more());
        assertThat(sequences).hasSize(reports).isSorted().doesNotHaveDuplicates();
        assertThat(channel.since(at).messages()).isEmpty();
    }

    @Test
    void theNewestOrdersAreToldFirstAlsoWhereThereWereMoreAlready() {
        channel.load(Map.of());
        List<String> stored = IntStream.rangeClosed(1, OrdersChannel.SNAPSHOT).mapToObj(Integer::toString).toList().reversed();
        question().complete(new StreamSource.OpenOrders(Map.of(0, 5_000L), stored.stream().map(OrdersChannelTest::order).toList(), true));
        report(0, 5_001, "5001", true);
        report(0, 5_002, "5002", true);
        change(0, 5_003, "7", true);
        change(0, 5_004, "-1", true);
        List<String> told = open();
        assertThat(told).hasSize(OrdersChannel.SNAPSHOT).startsWith("5002", "5001", "1000", "999").endsWith("4", "3");
        assertThat(json(channel.since(Cursor.NONE).messages().getLast()).get("more").asBoolean()).isTrue();
        for (int gone = 0; gone < 10; gone++) {
            report(0, 5_005 + gone, Integer.toString(1_000 - gone), false);
        }
        assertThat(open()).as("one that was older than all that were stored has no place among these")
                .hasSize(OrdersChannel.SNAPSHOT - 8).startsWith("5002", "5001", "990").endsWith("2", "1");
    }

    @Test
    void howeverManyOrdersAreOpenOnlyTheNewestAreKept() {
        channel.load(Map.of());
        answer(Map.of(0, 0L));
        int kept = 10 * OrdersChannel.SNAPSHOT;
        for (int placed = 1; placed <= kept + 5; placed++) {
            report(0, placed, Integer.toString(placed), true);
        }
        for (int ended = kept + 5; ended > 7; ended--) {
            report(0, 2L * kept + 20 - ended, Integer.toString(ended), false);
        }
        assertThat(open()).containsExactly("7", "6");
        assertThat(json(channel.since(Cursor.NONE).messages().getLast()).get("more").asBoolean()).as("the first five are open").isTrue();
    }

    @Test
    void whatIsKeptOfReportsIsBoundedByTheirLength() {
        channel.load(Map.of());
        answer(Map.of(0, 0L));
        Cursor at = channel.since(Cursor.NONE).to();
        large(1, "1");
        large(2, "2");
        large(3, "3");
        assertThat(channel.since(at).dropped()).as("two are heavier than 4,096 usual ones").isEqualTo(3);
        assertThat(channel.resume(7, 2)).isNotNull();
        assertThat(channel.resume(7, 1)).isNull();
    }

    /** Only who is slow gets one, and who is slow is cut: he has the resync, and not what comes behind it. */
    @Test
    void whoIsCutOffBehindAResyncDoesNotGoOnFromTheOrdersThatFollowIt() {
        channel.load(Map.of());
        answer(Map.of(0, 0L));
        report(0, 1, "9", true);
        Cursor at = channel.since(Cursor.NONE).to();
        large(2, "1");
        large(3, "2");
        large(4, "3");
        JsonNode resync = json(channel.since(at).messages().getFirst());
        assertThat(resync.get("type").asString()).isEqualTo("resync");
        assertThat(resync.get("dropped").asLong()).isEqualTo(3);
        assertThat(resync.get("sequence").asLong()).isEqualTo(at.sequence());
        assertThat(channel.resume(7, resync.get("sequence").asLong())).isNull();
    }

    @Test
    void whatIsNotKeptWhileTheStoredViewIsAskedMustBeInItsAnswer() {
        channel.load(Map.of());
        large(1, "1");
        large(2, "2");
        large(3, "3");
        question().complete(new StreamSource.OpenOrders(Map.of(0, 1L), List.of(order("1")), false));
        assertThat(channel.ready().toCompletableFuture().isDone()).as("it lacks the second, which is not here any more").isFalse();
        awaitQuestion();
        answer(Map.of(0, 2L), "2", "1");
        assertThat(open()).containsExactly("3", "2", "1");
    }

    @Test
    void whatTheStoredViewIncludesIsNotReportedAgain() {
        channel.load(Map.of());
        answer(Map.of(0, 10L));
        Cursor at = channel.since(Cursor.NONE).to();
        report(0, 10, "10", true);
        assertThat(channel.since(at).messages()).isEmpty();
        report(0, 11, "11", true);
        assertThat(channel.since(at).messages()).hasSize(1);
    }

    @Test
    void whatIsTooOldCannotBeGoneOnFrom() {
        channel.load(Map.of());
        answer(Map.of(0, 10L));
        report(0, 11, "11", true);
        report(0, 12, "12", true);
        assertThat(channel.resume(7, 1)).isNotNull();
        assertThat(channel.resume(8, 1)).as("at another instance").isNull();
        channel.evictBefore(System.nanoTime() + 1);
        assertThat(channel.resume(7, 1)).isNull();
        assertThat(channel.resume(7, 2)).as("who has everything").isNotNull();
    }

    /** A placement whose report has the fills of a large outcome: more than half of what is kept. */
    private void large(long outcome, String id) {
        channel.reported(new OrdersChannel.Report(0, outcome, id, true, true, order(id), "x".repeat(1 << 20)));
    }

    /** Of a placement, or of an end. */
    private void report(int partition, long outcome, String id, boolean open) {
        channel.reported(new OrdersChannel.Report(partition, outcome, id, open, open, order(id), order(id)));
    }

    /** Of an order that was placed before. */
    private void change(int partition, long outcome, String id, boolean open) {
        channel.reported(new OrdersChannel.Report(partition, outcome, id, false, open, order(id), order(id)));
    }

    private static String order(String id) {
        return "{\"orderId\":\"" + id + "\",\"note\":\"" + "x".repeat(200) + "\"}";
    }

    private CompletableFuture<StreamSource.OpenOrders> question() {
        return questions.remove();
    }

    private void answer(Map<Integer, Long> sequences, String... open) {
        question().complete(new StreamSource.OpenOrders(sequences, List.of(open).stream().map(OrdersChannelTest::order).toList(), false));
    }

    /** The view is asked again in a moment, on another thread. */
    private void awaitQuestion() {
        Awaitility.await().until(() -> !questions.isEmpty());
    }

    private List<String> open() {
        JsonNode orders = json(channel.since(Cursor.NONE).messages().getLast()).get("orders");
        return StreamSupport.stream(orders.spliterator(), false).map(order -> order.get("orderId").asString()).toList();
    }

    private static JsonNode json(byte[] message) {
        return JSON.readTree(new String(message, StandardCharsets.UTF_8));
    }
}
