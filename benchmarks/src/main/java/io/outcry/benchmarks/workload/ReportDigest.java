// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.workload;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.IntUnaryOperator;

/**
 * The SHA-256 of the canonical text of all reports: a line a report as {@link ReportLog} says, ordered by sequence and then type, joined
 * by line feeds without a last one. One instance may be used again and again by one thread.
 */
public final class ReportDigest {

    private static final int LONGEST_LINE = 80;

    private final MessageDigest digest;
    private final byte[] text = new byte[1 << 16];
    private int end;
    private IntUnaryOperator ids = IntUnaryOperator.identity();

    /** A digest that has read nothing. */
    public ReportDigest() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * The hash in lower-case hexadecimal, with the ids of the workload for the names that the engine was given.
     *
     * @throws IllegalStateException if the reports are not in order: a book owes them so
     */
    public String of(ReportLog reports, MessageStream messages) {
        ids = name -> messages.id(name - 1);
        return of(reports);
    }

    /**
     * The hash in lower-case hexadecimal.
     *
     * @throws IllegalStateException if the reports are not in order: a book owes them so
     */
    public String of(ReportLog reports) {
        end = 0;
        for (int row = 0; row < reports.size(); row++) {
            if (row > 0) {
                requireOrder(reports, row);
                text[end++] = '\n';
            }
            line(reports, row);
            if (end > text.length - LONGEST_LINE) {
                digest.update(text, 0, end);
                end = 0;
            }
        }
        digest.update(text, 0, end);
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void requireOrder(ReportLog reports, int row) {
        int sequence = reports.sequence(row);
        int before = reports.sequence(row - 1);
        if (sequence < before || sequence == before && reports.type(row) < reports.type(row - 1)) {
            throw new IllegalStateException("report " + row + " to message " + sequence + " is out of order");
        }
    }

    private void line(ReportLog reports, int row) {
        int type = reports.type(row);
        text[end++] = (byte) ('0' + type);
        field(reports.sequence(row));
        switch (type) {
            case ReportLog.ACCEPTED, ReportLog.MODIFIED -> {
                field(reports.side(row));
                field(ids.applyAsInt(reports.id(row)));
                field(reports.price(row));
                field(reports.quantity(row));
            }
            case ReportLog.TRADE -> {
                field(reports.price(row));
                field(reports.quantity(row));
                field(ids.applyAsInt(reports.maker(row)));
                field(ids.applyAsInt(reports.taker(row)));
            }
            case ReportLog.CANCELLED -> {
                field(reports.side(row));
                field(ids.applyAsInt(reports.id(row)));
                field(reports.price(row));
            }
            default -> field(ids.applyAsInt(reports.id(row)));
        }
    }

    private void field(int value) {
        text[end++] = ',';
        if (value < 0) {
            text[end++] = '-';
        }
        long rest = Math.abs((long) value);
        int digits = 1;
        for (long bound = 10; bound <= rest; bound *= 10) {
            digits++;
        }
        for (int at = end + digits - 1; at >= end; at--) {
            text[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        end += digits;
    }
}
