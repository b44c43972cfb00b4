// SPDX-License-Identifier: Apache-2.0
package io.outcry.order;

import io.outcry.contracts.topic.TopicLayout;
import io.outcry.contracts.topic.TopicProvisioner;
import io.outcry.contracts.topic.Topics;
import io.outcry.order.log.GrouplessReader;
import io.outcry.order.log.LogWriter;
import io.outcry.order.reply.CommandGateway;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Starts this service before its HTTP server and stops it afterwards, when no request is left.
 *
 * <p>It returns from the start when orders can be placed, or after 10 s: then HTTP answers 503 until instruments and outcomes are followed.
 */
final class OrderServiceLifecycle implements SmartLifecycle {

    /** Far below the web server's phases, so started before and stopped after it. */
    static final int PHASE = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(OrderServiceLifecycle.class);
    private static final Duration START_LIMIT = Duration.ofSeconds(10);

    private final Map<String, Object> adminSettings;
    private final TopicLayout layout;
    private final LogWriter writer;
    private final GrouplessReader instruments;
    private final GrouplessReader outcomes;
    private final CommandGateway gateway;
    private volatile boolean running;

    OrderServiceLifecycle(
            Map<String, Object> adminSettings,
            TopicLayout layout,
            LogWriter writer,
            GrouplessReader instruments,
            GrouplessReader outcomes,
            CommandGateway gateway) {
        this.adminSettings = adminSettings;
        this.layout = layout;
        this.writer = writer;
        this.instruments = instruments;
        this.outcomes = outcomes;
        this.gateway = gateway;
    }

    /** @throws IllegalStateException if Kafka does not answer, or has topics of another shape */
    @Override
    public void start() {
        running = true;
        TopicProvisioner.ensure(
                adminSettings, List.of(layout.orderCommands(), layout.orderOutcomes(), layout.instruments(), layout.priceCommands()));
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        for (String topic : List.of(Topics.ORDER_COMMANDS, Topics.INSTRUMENTS, Topics.PRICE_COMMANDS)) {
            while (!writer.prepare(topic)) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("Kafka does not tell the partitions of " + topic);
                }
            }
        }
        outcomes.start();
        instruments.start();
        writer.start();
        awaitCaughtUp(deadline);
    }

    private void awaitCaughtUp(long deadline) {
        try {
            boolean replies = outcomes.awaitCaughtUp(Duration.ofNanos(deadline - System.nanoTime()));
            boolean symbols = instruments.awaitCaughtUp(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
            if (!replies || !symbols) {
                LOG.atWarn().addKeyValue("outcomes", replies).addKeyValue("instruments", symbols)
                        .log("the logs are not read to their end yet, orders are refused until then");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void stop() {
        writer.close();
        outcomes.close();
        instruments.close();
        gateway.close();
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
