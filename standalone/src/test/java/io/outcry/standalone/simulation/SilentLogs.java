// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Turns the services' logs off while a class runs: thousands of simulated crashes would fill the disk with what nobody acts on. */
final class SilentLogs implements BeforeAllCallback, AfterAllCallback {

    private Map<Logger, Level> levels = Map.of();

    @Override
    public void beforeAll(ExtensionContext context) {
        LoggerContext loggers = (LoggerContext) LoggerFactory.getILoggerFactory();
        levels = loggers.getLoggerList().stream()
                .filter(logger -> logger.getLevel() != null)
                .collect(Collectors.toMap(logger -> logger, Logger::getLevel));
        levels.keySet().forEach(logger -> logger.setLevel(logger.getName().equals(Logger.ROOT_LOGGER_NAME) ? Level.OFF : null));
    }

    @Override
    public void afterAll(ExtensionContext context) {
        levels.forEach(Logger::setLevel);
    }
}
