// SPDX-License-Identifier: Apache-2.0
/**
 * The order path of a whole cluster in one thread: the services' own code between in-memory fakes of Kafka and Redis, on a clock that is a
 * number. A seed decides everything, faults included, so a failing run can be had again.
 *
 * <p>The fakes do what the real ones do badly. Nothing here knows a rule of matching or of the view but the judges, which hold what comes
 * out against what must always hold after every event. {@code docs/simulation.md} tells how to run it and what it has found.
 */
@NullMarked
package io.outcry.standalone.simulation;

import org.jspecify.annotations.NullMarked;
