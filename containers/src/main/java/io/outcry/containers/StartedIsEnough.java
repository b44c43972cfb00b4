// SPDX-License-Identifier: Apache-2.0
package io.outcry.containers;

import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/** Waits for nothing: a restarted container is not waited for by Testcontainers, so each engine has one way of waiting for both. */
final class StartedIsEnough extends AbstractWaitStrategy {

    @Override
    protected void waitUntilReady() {
        // The engine asks its own server.
    }
}
