// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.contracts.setting.Setting;
import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where standalone keeps its data, and which ports its engines listen on; every port is on loopback.
 *
 * @param dataDir Directory below which the Kafka log and the Redis file live; created if missing
 * @param kafkaPort Port of the Kafka broker on loopback, 0 to 65,535; 0 for a free one, which is also taken if this one is in use
 * @param redisPort Port of Redis on loopback, 0 to 65,535; 0 for a free one
 * @param venues Whether the simulated venues run; without them prices keep their last good value and age
 * @param controlPort Port on loopback where the simulated venues can be made to fail, 0 to 65,535; 0 for a free one, which the log names
 */
@ConfigurationProperties("outcry.standalone")
public record StandaloneProperties(
        @DefaultValue("data") Path dataDir,
        @DefaultValue("9092") int kafkaPort,
        @DefaultValue("0") int redisPort,
        @DefaultValue("true") boolean venues,
        @DefaultValue("0") int controlPort) {

    private static final int LAST_PORT = 65_535;

    public StandaloneProperties {
        Setting.between("outcry.standalone.kafka-port", kafkaPort, 0, LAST_PORT);
        Setting.between("outcry.standalone.redis-port", redisPort, 0, LAST_PORT);
        Setting.between("outcry.standalone.control-port", controlPort, 0, LAST_PORT);
    }
}
