// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.position;

import io.outcry.query.view.StoredView;
import io.outcry.query.view.ViewLog;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Kafka's ids of the topics that the view is made of. The first one heard stays for the life of the process: what is in memory and what
 * consumers expect is of that topic, so one that is deleted and made again meanwhile takes a new start.
 */
public final class LogIds {

    private final Map<ViewLog, String> first = new ConcurrentHashMap<>();
    private final Map<ViewLog, String> later = new ConcurrentHashMap<>();

    /** Kafka says that the topic of {@code log} has this id. */
    public void observe(ViewLog log, String id) {
        String known = first.putIfAbsent(log, id);
        if (known != null && !known.equals(id)) {
            later.put(log, id);
        }
    }

    /** The id that the view must have; nothing until Kafka has said it. */
    public @Nullable String id(ViewLog log) {
        return first.get(log);
    }

    /** Why {@code stored} is neither applied to nor read; nothing if nothing speaks against it so far. */
    public @Nullable String objection(ViewLog log, StoredView stored) {
        String id = first.get(log);
        String other = later.get(log);
        return other == null
                ? stored.objection(id)
                : "the topic was made anew while this instance ran, its id was " + id + " and is " + other + ": start the instance anew";
    }
}
