// SPDX-License-Identifier: Apache-2.0
/**
 * Takes REST commands, writes them to the log and answers with their outcome.
 *
 * <p>{@code api} parses and answers, {@code domain} says what may enter, {@code reply} waits for outcomes, {@code log} writes,
 * {@code instrument} knows the symbols, {@code metrics} counts. This package wires them. Nothing here matches orders or reads a view.
 */
@NullMarked
package io.outcry.order;

import org.jspecify.annotations.NullMarked;
