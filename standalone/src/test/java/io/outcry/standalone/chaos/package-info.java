// SPDX-License-Identifier: Apache-2.0
/**
 * Trials that kill. Every part is a process of its own: Kafka nodes, Redis, the services; the load and the judgement are here.
 *
 * <p>{@link io.outcry.standalone.chaos.Installation} is what runs, {@link io.outcry.standalone.chaos.Part} one process of it that can be
 * killed and frozen, {@link io.outcry.standalone.chaos.Trader} a client that remembers every answer, and
 * {@link io.outcry.standalone.chaos.Verdict} holds, once all is quiet, what the clients remember against the logs, an undisturbed replay of
 * the commands, Redis and the REST interface. They run in {@code mvn verify -Pchaos} only.
 */
package io.outcry.standalone.chaos;
