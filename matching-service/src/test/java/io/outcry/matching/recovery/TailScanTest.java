// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** The last records of an outcome log: at which offset each stands, of which command, and which outcome it is. */
class TailScanTest {

    private final TailScan scan = new TailScan();

    private void record(long at, long inputOffset, long sequence) {
        scan.add(at, inputOffset, sequence, new byte[]{1}, null);
    }

    @Test
    void anEmptyLogHasNeitherAGapNorANewestOutcome() {
        assertThat(scan.gap()).isNull();
        assertThat(scan.newest()).isEqualTo(PublishedTail.EMPTY);
    }

    @Test
    void whatIsReadFirstMayBeAnyOutcome() {
        record(10, 4, 5);
        record(11, 5, 6);
        assertThat(scan.gap()).isNull();
        assertThat(scan.newest().sequence()).isEqualTo(6);
        assertThat(scan.newest().inputOffset()).isEqualTo(5);
    }

    @Test
    void whatALateWriterHasRepeatedIsDropped() {
        record(10, 4, 5);
        record(11, 5, 6);
        record(12, 4, 5);
        record(13, 5, 6);
        record(14, 7, 7);
        assertThat(scan.gap()).isNull();
        assertThat(scan.newest().sequence()).isEqualTo(7);
    }

    @Test
    void theChainIsContinuedFromTheFirstOutcome() {
        OutcomeChain chain = new OutcomeChain(0);
        for (int sequence = 1; sequence <= 3; sequence++) {
            scan.add(sequence, sequence, sequence, bytes(sequence), null);
            chain.add(sequence, bytes(sequence), 1);
        }
        record(4, 1, 1);
        assertThat(scan.newest().chain()).as("none is published").isNull();
        assertThat(scan.newest().end()).isEqualTo(new ChainPoint(3, chain.value()));
    }

    @Test
    void theChainIsContinuedFromItsNewestPublishedValue() {
        ChainPoint published = new ChainPoint(1_000, 77);
        record(10, 998, 999);
        assertThat(scan.newest().end()).as("its value is not known").isNull();
        scan.add(11, 999, 1_000, bytes(1), published.header());
        assertThat(scan.newest().end()).isEqualTo(published);
        scan.add(12, 1_000, 1_001, bytes(2), null);
        assertThat(scan.newest().chain()).isEqualTo(published);
        assertThat(scan.newest().end()).isEqualTo(new ChainPoint(1_001, OutcomeChain.hash(77, bytes(2), 1)));
    }

    /** As after two owners that did not decide the same: what readers have taken is not what the chain goes on from. */
    @Test
    void aPublishedValueThatIsNotThatOfTheOutcomesBeforeItIsRefused() {
        OutcomeChain chain = new OutcomeChain(0);
        scan.add(1, 0, 1, bytes(1), null);
        chain.add(1, bytes(2), 1);
        chain.add(2, bytes(3), 1);
        byte[] published = new ChainPoint(2, chain.value()).header();
        assertThatThrownBy(() -> scan.add(2, 1, 2, bytes(3), published))
                .isInstanceOf(LogMismatchException.class)
                .hasMessageContaining("contradicts itself");
    }

    private static byte[] bytes(int value) {
        return new byte[]{(byte) value};
    }

    @Test
    void anOutcomeThatDoesNotFollowTheNewestOneIsAGapWhichIsToldOfOnce() {
        record(10, 4, 5);
        record(11, 6, 7);
        record(12, 9, 9);
        assertThat(scan.gap()).contains("outcome 7 of the command at offset 6 stands at offset 11", "before it is 5");
        assertThat(scan.newest().sequence()).isEqualTo(9);
    }
}
