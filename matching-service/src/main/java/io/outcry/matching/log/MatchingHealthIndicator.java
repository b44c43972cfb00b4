// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.log;

import io.outcry.matching.recovery.PartitionState;
import io.outcry.matching.recovery.ReplayProgress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Ready when brokers answer and every partition this process owns is live; otherwise says which is not, how far it is, or where and why it
 * stopped, or what Kafka refuses the consumers.
 */
public final class MatchingHealthIndicator implements HealthIndicator {

    private final MatchingPipeline pipeline;

    public MatchingHealthIndicator(MatchingPipeline pipeline) {
        this.pipeline = pipeline;
    }

    @Override
    public Health health() {
        Duration silence = pipeline.brokerSilence();
        boolean stopped = pipeline.partitions().anyMatch(p -> p.state() == PartitionState.FAILED);
        boolean failed = stopped || silence.isPositive() || pipeline.isBroken();
        boolean live = pipeline.isJoined() && pipeline.partitions().allMatch(p -> p.state() == PartitionState.LIVE);
        Health.Builder health = failed ? Health.down() : live ? Health.up() : Health.outOfService();
        health.withDetail("joined", pipeline.isJoined());
        String refusal = pipeline.refusal();
        if (refusal != null) {
            health.withDetail("kafkaRefuses", refusal);
        }
        if (silence.isPositive()) {
            health.withDetail("noBrokerAnsweredForSeconds", silence.toSeconds());
        }
        pipeline.partitions().forEach(partition -> health.withDetail("partition-" + partition.number(), describe(partition)));
        return health.build();
    }

    private static String describe(MatchingPartition partition) {
        PartitionFailure failure = partition.failure();
        if (failure != null) {
            return "FAILED at offset " + failure.offset() + ": " + failure.reason();
        }
        PartitionState state = partition.state();
        return switch (state) {
            case REPLAYING -> replaying(partition.progress());
            case LIVE -> "LIVE at offset " + partition.appliedOffset();
            case LOADING -> loading(partition.delay());
            case FAILED, LEFT -> state.name();
        };
    }

    private static String loading(@Nullable String delay) {
        return delay == null ? PartitionState.LOADING.name() : PartitionState.LOADING + " again: " + delay;
    }

    private static String replaying(ReplayProgress progress) {
        double seconds = progress.secondsLeft(System.nanoTime());
        String time = seconds < 0 ? "the time is not known yet" : "about " + (long) Math.ceil(seconds) + " s to go";
        return "REPLAYING, offset " + progress.at() + " of " + progress.target() + ", " + progress.remaining() + " offsets to go, " + time;
    }
}
