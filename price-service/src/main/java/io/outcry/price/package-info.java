// SPDX-License-Identifier: Apache-2.0
/**
 * The price service: aggregates what the venues answer when asked, and push over their sockets, into one price that can be trusted.
 *
 * <p>{@code domain} holds the rules, {@code venue} the venues and their guards, {@code refresh} one round of asking and publishing,
 * {@code log} the topics. This package only puts them together: configuration, lifecycle and health.
 */
@NullMarked
package io.outcry.price;

import org.jspecify.annotations.NullMarked;
