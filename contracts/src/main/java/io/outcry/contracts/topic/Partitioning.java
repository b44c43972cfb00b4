// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * The partition a symbol belongs to.
 *
 * <p>For orders this rule only proposes the partition of a new instrument; from then on the registry names it. Two gateways that create
 * the same symbol at once propose the same partition.
 */
public final class Partitioning {

    private Partitioning() {}

    /** CRC-32C of the symbol in UTF-8, modulo the number of partitions. */
    public static int ofSymbol(String symbol, int partitions) {
        CRC32C crc = new CRC32C();
        crc.update(symbol.getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() % partitions);
    }
}
