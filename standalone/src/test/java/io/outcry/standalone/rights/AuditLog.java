// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.rights;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggerContextListener;
import ch.qos.logback.core.AppenderBase;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.slf4j.LoggerFactory;

/** What Kafka's authorizer in this process has allowed, and what it has refused, as it writes into its log. */
final class AuditLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private static final Pattern DECISION = Pattern.compile(
            "Principal = User:(\\S+) is (Allowed|Denied) operation = (\\w+) from host = \\S+ on resource = (\\w+):LITERAL:(\\S+) .*");

    private final Logger audit = (Logger) LoggerFactory.getLogger("kafka.authorizer.logger");
    private final LoggerContextListener again = new LoggerContextListener() {

        @Override
        public boolean isResetResistant() {
            return true;
        }

        @Override
        public void onReset(LoggerContext context) {
            attach();
        }

        @Override
        public void onStart(LoggerContext context) {}

        @Override
        public void onStop(LoggerContext context) {}

        @Override
        public void onLevelChange(Logger logger, Level level) {}
    };
    private final Set<Right> used = ConcurrentHashMap.newKeySet();
    private final Set<Right> refused = ConcurrentHashMap.newKeySet();

    /** Listens from now on, also after a service that starts has set up logging anew. */
    void listen() {
        setContext(audit.getLoggerContext());
        audit.getLoggerContext().addListener(again);
        attach();
    }

    private void attach() {
        audit.setLevel(Level.TRACE);
        audit.setAdditive(false);
        audit.addAppender(this);
        start();
    }

    @Override
    protected void append(ILoggingEvent event) {
        Matcher decision = DECISION.matcher(event.getFormattedMessage());
        if (decision.matches()) {
            Right right = new Right(
                    decision.group(1), ResourceType.fromString(decision.group(4)), decision.group(5),
                    AclOperation.fromString(decision.group(3)));
            if (decision.group(2).equals("Allowed")) {
                used.add(right);
            } else if (event.getLevel().isGreaterOrEqual(Level.INFO)) {
                // Below that, Kafka only looks which of several rights somebody has.
                refused.add(right);
            }
        }
    }

    Set<Right> used() {
        return Set.copyOf(used);
    }

    Set<Right> refused() {
        return Set.copyOf(refused);
    }

    @Override
    public void close() {
        audit.getLoggerContext().removeListener(again);
        audit.detachAppender(this);
        audit.setLevel(null);
        audit.setAdditive(true);
    }
}
