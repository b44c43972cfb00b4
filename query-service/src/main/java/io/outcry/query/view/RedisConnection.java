// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection that may not exist yet. Lettuce mends one that was made; making the first is up to us, because Redis may start after us.
 *
 * @param <C> kind of connection
 */
final class RedisConnection<C> {

    private final String where;
    private final Supplier<? extends CompletionStage<C>> maker;
    private final AtomicBoolean making = new AtomicBoolean();
    private volatile @Nullable C made;
    private volatile @Nullable Throwable failure;
    private volatile @Nullable Consumer<C> whenMade;

    /** @param where host and port, for whoever asks why there is none */
    RedisConnection(String where, Supplier<? extends CompletionStage<C>> maker) {
        this.where = where;
        this.maker = maker;
    }

    /** Called with the connection each time one is made; set before the first {@link #connect}. */
    void whenMade(Consumer<C> action) {
        whenMade = action;
    }

    /** Tries to make the connection unless there is one or a try is under way. */
    void connect() {
        if (made != null || !making.compareAndSet(false, true)) {
            return;
        }
        maker.get().whenComplete((connection, failed) -> {
            failure = failed;
            if (failed == null) {
                Consumer<C> action = whenMade;
                made = connection;
                if (action != null) {
                    action.accept(connection);
                }
            }
            making.set(false);
        });
    }

    /** Hands the connection over if there is one. */
    void ifMade(Consumer<C> action) {
        C connection = made;
        if (connection != null) {
            action.accept(connection);
        }
    }

    /** Forgets the connection, so that {@link #connect} makes another. */
    void lost() {
        made = null;
    }

    /** @throws NotConnectedYetException if there is none */
    C get() {
        C connection = made;
        if (connection == null) {
            throw new NotConnectedYetException(where, failure);
        }
        return connection;
    }
}
