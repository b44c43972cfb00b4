// SPDX-License-Identifier: Apache-2.0
/**
 * The engines of integration tests as containers: Apache's image of Kafka and the official one of Redis, by Testcontainers.
 *
 * <p>Only the build's profile {@code docker} puts this on the class path of tests. They ask {@link io.outcry.embedded.EngineSource} as
 * ever: what closes an engine stops its container, what starts one in the same directory starts that container again, and its port is
 * published on loopback under the same number inside and outside, so that it stays the same from one start to the next. What is left when the
 * JVM ends is removed by Testcontainers' reaper. Where no Docker engine answers, all of these tests are skipped and say so.
 */
@NullMarked
package io.outcry.containers;

import org.jspecify.annotations.NullMarked;
