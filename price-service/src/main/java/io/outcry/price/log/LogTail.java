// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A reader of the log that runs beside the service and may fall behind or fail without it.
 *
 * @param name of its thread
 * @param read reads until its argument says no, or throws what Kafka throws
 */
public record LogTail(String name, Consumer<BooleanSupplier> read) {}
