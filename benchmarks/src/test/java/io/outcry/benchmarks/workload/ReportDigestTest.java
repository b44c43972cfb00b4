// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReportDigestTest {

    private final ReportLog reports = new ReportLog(20_000);
    private final ReportDigest digest = new ReportDigest();

    @Test
    void everyReportIsALineAndTheLastHasNoLineFeed() throws Exception {
        reports.begin(7);
        reports.accepted(true, 1, 33_504, 100);
        reports.trade(33_503, 40, 9, 1);
        reports.cancelled(false, 1, 33_504);
        reports.begin(8);
        reports.modified(true, 2, 10, 0);
        reports.cancelRejected(3);
        reports.modifyRejected(2_147_483_647);

        assertThat(digest.of(reports))
                .isEqualTo(sha256("0,7,0,1,33504,100\n1,7,33503,40,9,1\n2,7,1,1,33504\n3,8,0,2,10,0\n4,8,3\n5,8,2147483647"));
    }

    @Test
    void longReportsAreHashedInPiecesAndNothingIsLeftOverForTheNext() throws Exception {
        for (int i = 0; i < 20_000; i++) {
            reports.begin(i);
            reports.cancelRejected(i);
        }
        String text = IntStream.range(0, 20_000).mapToObj(i -> "4," + i + "," + i).collect(Collectors.joining("\n"));

        assertThat(digest.of(reports)).isEqualTo(sha256(text));
        assertThat(digest.of(reports)).isEqualTo(sha256(text));
        reports.clear();
        assertThat(digest.of(reports)).isEqualTo(sha256(""));
    }

    @Test
    void reportsOutOfOrderAreRefused() {
        reports.begin(7);
        reports.modified(true, 2, 10, 5);
        reports.trade(10, 5, 9, 2);

        assertThatThrownBy(() -> digest.of(reports)).hasMessageContaining("out of order");
    }

    private static String sha256(String text) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(hash);
    }
}
