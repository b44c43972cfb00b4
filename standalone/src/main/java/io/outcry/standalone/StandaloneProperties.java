// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone;

import io.outcry.contracts.setting.Setting;
import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where standalone keeps its data, and which ports its engines listen on; every port is on loopback.
 *
 * @param dataDir the Kafka log and the Redis file live below it; created if missing
 * @param kafkaPort port of the Kafka broker; 0 for a free one, and a free one is also taken if this one is in use
 * @param redisPort port of Redis; 0 for a free one
 * @param venues whether the simulated venues run; without them prices keep their last good value and age
 * @param controlPort port where the simulated venues are told what goes wrong with them; 0 for a free one, which the log names
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
