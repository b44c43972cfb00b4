// SPDX-License-Identifier: Apache-2.0
/**
 * What every HTTP server of Outcry does, on Netty and Spring, before and behind its routes: how many connections there are, how long one
 * may be idle and which hosts it is for; how what it refuses, or what fails, is told as a problem; and the short way for the requests that
 * there are most of. Knows what is said, {@link io.outcry.contracts.http}, and nothing of what is traded.
 */
@NullMarked
package io.outcry.contracts.server;

import org.jspecify.annotations.NullMarked;
