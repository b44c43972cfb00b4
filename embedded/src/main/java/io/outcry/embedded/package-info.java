// SPDX-License-Identifier: Apache-2.0
/**
 * The real engines on one machine without Docker: a Kafka broker inside the JVM (KRaft, alone or one node of a cluster) and a
 * {@code redis-server} process.
 * Standalone runs on them, and so do the integration tests of every service, which ask {@link io.outcry.embedded.EngineSource} and get
 * containers instead where the build wants them. Nothing here knows Outcry.
 */
@NullMarked
package io.outcry.embedded;

import org.jspecify.annotations.NullMarked;
