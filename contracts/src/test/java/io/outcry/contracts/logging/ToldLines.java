// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.logging;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** What a class tells an operator while a test runs, from any thread: an extension, registered in a field of the test's instance. */
public final class ToldLines implements BeforeEachCallback, AfterEachCallback {

    private final Logger teller;
    private final ListAppender<ILoggingEvent> listener = new ListAppender<>();

    private ToldLines(Logger teller) {
        this.teller = teller;
        listener.list = new CopyOnWriteArrayList<>();
    }

    public static ToldLines of(Class<?> teller) {
        return of(teller.getName());
    }

    /** @param teller name of a class that is not to be seen from the test */
    public static ToldLines of(String teller) {
        // While another class of tests is the first to ask for one, everybody else gets a stand-in.
        while (!(LoggerFactory.getLogger(teller) instanceof Logger)) {
            Thread.onSpinWait();
        }
        return new ToldLines((Logger) LoggerFactory.getLogger(teller));
    }

    /** All of them so far, oldest first; it grows while it is looked at, and may be cleared. */
    public List<ILoggingEvent> list() {
        return listener.list;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        listener.start();
        teller.addAppender(listener);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        teller.detachAppender(listener);
    }
}
