// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.topic;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;

/** What the Kafka consumers of all services have in common. Addresses and security are given; what one of them needs besides, it adds. */
public final class ConsumerSettings {

    /** A killed member of a group keeps its partitions for so long: with Kafka's 45 s they would stand still as long after every kill. */
    public static final int SESSION_TIMEOUT_MILLIS = 6_000;

    /** By its heartbeat a member hears that another one comes or goes: so long partitions are nobody's. */
    public static final int HEARTBEAT_MILLIS = 500;

    private ConsumerSettings() {}

    /**
     * Of a consumer that belongs to no group and commits nothing. It makes no topic that is missing, and reads all that is there: nothing is
     * written in transactions.
     *
     * @param connection bootstrap servers and security; stays as it is
     * @param resetTo where to go on if its place is gone: earliest, latest, none
     * @return to be added to
     */
    public static Map<String, Object> groupless(Map<String, Object> connection, String clientId, String resetTo) {
        Map<String, Object> settings = new HashMap<>(connection);
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, resetTo);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_uncommitted");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        return settings;
    }
}
