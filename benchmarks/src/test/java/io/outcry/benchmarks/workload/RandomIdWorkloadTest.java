// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.outcry.benchmarks.peer.LinkedBook;
import org.junit.jupiter.api.Test;

class RandomIdWorkloadTest {

    private static final int COUNT = 50_000;

    private final MessageStream messages = Scenario.RANDOM_1000.messages(23, COUNT, LinkedBook::new);

    @Test
    void theBookIsBuiltUpBeforeTheTimedMessages() {
        assertThat(messages.timedFrom()).isEqualTo(1_000);
        assertThat(messages.timedSize()).isEqualTo(COUNT);
        for (int i = 0; i < messages.timedFrom(); i++) {
            assertThat(messages.type(i)).isEqualTo(MessageStream.GOOD_TILL_CANCEL);
        }
    }

    @Test
    void theMixIsTheOneItIsNamedAfter() {
        int[] kinds = new int[5];
        for (int i = messages.timedFrom(); i < messages.size(); i++) {
            kinds[messages.type(i)]++;
        }

        assertThat(kinds[MessageStream.MOVE]).isCloseTo(COUNT * 82 / 100, within(COUNT / 100));
        assertThat(kinds[MessageStream.CANCEL]).isCloseTo(COUNT * 6 / 100, within(COUNT / 50));
        assertThat(kinds[MessageStream.GOOD_TILL_CANCEL]).isCloseTo(COUNT * 9 / 100, within(COUNT / 50));
        assertThat(kinds[MessageStream.IMMEDIATE_OR_CANCEL]).isCloseTo(COUNT * 3 / 100, within(COUNT / 100));
    }

    @Test
    void everyOrderNamedRestsAndTheBookKeepsItsSize() {
        ReportLog reports = new ReportLog(messages.mostReports());
        RestingOrders resting = new RestingOrders(messages.size(), LinkedBook::new);
        BookUnderTest book = new LinkedBook(reports);
        int differentFromTheLast = 0;
        for (int i = 0; i < messages.size(); i++) {
            if (messages.type(i) == MessageStream.MOVE) {
                assertThat(messages.quantity(i)).isEqualTo(resting.open(messages.id(i)));
                differentFromTheLast += messages.id(i) == messages.id(i - 1) ? 0 : 1;
            }
            resting.apply(messages.type(i), messages.buys(i), messages.id(i), messages.price(i), messages.quantity(i));
            BookDriver.sendOne(messages, i, book, reports);
            if (i >= messages.timedFrom()) {
                assertThat(resting.count()).isBetween(800, 1_200);
            }
        }

        for (int row = 0; row < reports.size(); row++) {
            assertThat(reports.type(row)).isNotIn(ReportLog.CANCEL_REJECTED, ReportLog.MODIFY_REJECTED);
        }
        assertThat(differentFromTheLast).isGreaterThan(COUNT * 81 / 100);
    }

    @Test
    void someAmendsTradeAndMostDoNot() {
        ReportLog reports = Replay.reports(messages, LinkedBook::new);
        int amendsThatTrade = 0;
        for (int row = 1; row < reports.size(); row++) {
            if (reports.type(row) == ReportLog.MODIFIED && reports.type(row - 1) == ReportLog.TRADE
                    && reports.sequence(row) == reports.sequence(row - 1)) {
                amendsThatTrade++;
            }
        }

        assertThat(amendsThatTrade).isBetween(COUNT / 2_000, COUNT / 10);
    }
}
