// SPDX-License-Identifier: Apache-2.0
/**
 * The matching service: {@code order.commands.v1} in, {@code order.outcomes.v1} out, and ticks back in. {@code domain} is the engine,
 * {@code codec} its language on the log, {@code snapshot} its state as records, {@code recovery} the way from the log to a live engine,
 * {@code log} the pipeline that runs it; here they are put together. {@code replay} and {@code activation} are tools for people. It knows
 * neither orders' HTTP nor any view.
 */
@NullMarked
package io.outcry.matching;

import org.jspecify.annotations.NullMarked;
