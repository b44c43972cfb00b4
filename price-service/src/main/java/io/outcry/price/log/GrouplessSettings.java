// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** The settings of a consumer that belongs to no group and commits nothing. */
final class GrouplessSettings {

    private GrouplessSettings() {}

    /**
     * @param kafka client properties, at least the bootstrap servers
     * @param resetTo where to go on if its place is gone: earliest, latest
     */
    static Map<String, Object> of(Map<String, Object> kafka, String clientId, String resetTo) {
        Map<String, Object> settings = new HashMap<>(kafka);
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, resetTo);
        return settings;
    }
}
