// SPDX-License-Identifier: Apache-2.0
/**
 * What is left of a run: {@link io.outcry.gatling.run.Run}, one JSON file beside Gatling's own report. Simulations write it at their end,
 * the summary reads it; nothing else is exchanged between them, so a run of another day or machine can be laid beside.
 */
@NullMarked
package io.outcry.gatling.run;

import org.jspecify.annotations.NullMarked;
