// SPDX-License-Identifier: Apache-2.0
/**
 * The price service: polls the venues and aggregates them into one price that can be trusted.
 *
 * <p>{@code domain} holds the rules, {@code venue} the venues and their guards, {@code refresh} one round of asking and publishing,
 * {@code log} the topics. This package only puts them together: configuration, lifecycle and health.
 */
@NullMarked
package io.outcry.price;

import org.jspecify.annotations.NullMarked;
