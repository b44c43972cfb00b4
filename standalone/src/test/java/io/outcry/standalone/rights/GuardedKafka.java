// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.rights;

import io.outcry.embedded.EmbeddedKafka;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;

/** A broker that asks who connects (SASL/PLAIN, the password is the name), and forbids what is not allowed to that name. */
final class GuardedKafka implements AutoCloseable {

    static final String OPERATOR = "operator";

    private static final String MODULE = "org.apache.kafka.common.security.plain.PlainLoginModule required ";
    private static final long LIMIT_SECONDS = 20;

    private final EmbeddedKafka kafka;
    private final Admin admin;

    GuardedKafka(Path directory, List<String> users) {
        String known = Stream.concat(Stream.of(OPERATOR), users.stream())
                .map(user -> " user_" + user + "=\"" + user + "\"")
                .collect(Collectors.joining());
        Map<String, String> settings = new HashMap<>();
        settings.put("listener.security.protocol.map", "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("inter.broker.listener.name", "PLAINTEXT");
        settings.put("sasl.enabled.mechanisms", "PLAIN");
        settings.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
        settings.put("listener.name.plaintext.plain.sasl.jaas.config", login(OPERATOR) + known + ";");
        settings.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        // The broker itself has no name where controllers talk.
        settings.put("super.users", "User:ANONYMOUS;User:" + OPERATOR);
        kafka = EmbeddedKafka.start(directory, 0, settings);
        admin = Admin.create(client(OPERATOR));
    }

    /** What a client needs to connect as {@code user}. */
    Map<String, Object> client(String user) {
        return Map.of(
                "bootstrap.servers", kafka.bootstrapServers(),
                "security.protocol", "SASL_PLAINTEXT",
                "sasl.mechanism", "PLAIN",
                "sasl.jaas.config", login(user) + ";");
    }

    String bootstrapServers() {
        return kafka.bootstrapServers();
    }

    private static String login(String user) {
        return MODULE + "username=\"" + user + "\" password=\"" + user + "\"";
    }

    void allow(String user, ResourceType type, String name, AclOperation... rights) throws Exception {
        admin.createAcls(bindings(user, type, name, AclPermissionType.ALLOW, rights)).all().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** A denial stands above what is allowed. */
    void deny(String user, ResourceType type, String name, AclOperation... rights) throws Exception {
        admin.createAcls(bindings(user, type, name, AclPermissionType.DENY, rights)).all().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Takes all denials of it back, and all that was allowed. */
    void forget(String user, ResourceType type, String name) throws Exception {
        AclBindingFilter all = new AclBindingFilter(
                new ResourcePatternFilter(type, name, PatternType.LITERAL),
                new AccessControlEntryFilter("User:" + user, null, AclOperation.ANY, AclPermissionType.ANY));
        admin.deleteAcls(List.of(all)).all().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Takes a denial back. */
    void relent(String user, ResourceType type, String name, AclOperation... rights) throws Exception {
        admin.deleteAcls(bindings(user, type, name, AclPermissionType.DENY, rights).stream().map(AclBinding::toFilter).toList())
                .all().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private static List<AclBinding> bindings(String user, ResourceType type, String name, AclPermissionType permission,
            AclOperation... rights) {
        return Arrays.stream(rights)
                .map(right -> new AclBinding(
                        new ResourcePattern(type, name, PatternType.LITERAL),
                        new AccessControlEntry("User:" + user, "*", right, permission)))
                .toList();
    }

    @Override
    public void close() {
        admin.close();
        kafka.close();
    }
}
