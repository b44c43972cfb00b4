// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.outcry.query.domain.ViewPosition;
import io.outcry.query.view.ViewKeys;
import io.outcry.query.view.ViewLog;
import io.outcry.query.view.ViewPartition;
import java.util.ArrayList;
import java.util.List;

/** After each change of Redis: what it holds is a fold of the outcome log up to the position it says. Invariant 7. */
final class ViewJudge {

    /** Every so many changes all keys are looked at, and not only those that the newest outcomes touch. */
    private static final int WHOLE = 16;

    private final LogJudge log;
    private final List<Followed> partitions = new ArrayList<>();
    private int looks;

    private static final class Followed {

        private final int number;
        private final ViewKeys keys;
        private ViewModel model;
        private long next;

        Followed(int number) {
            this.number = number;
            keys = new ViewKeys(new ViewPartition(ViewLog.ORDERS, number));
            model = new ViewModel(number);
        }
    }

    ViewJudge(LogJudge log, int partitions) {
        this.log = log;
        for (int number = 0; number < partitions; number++) {
            this.partitions.add(new Followed(number));
        }
    }

    /** Redis has changed. */
    void changed(Keyspace view) {
        boolean whole = ++looks % WHOLE == 0;
        partitions.forEach(partition -> look(partition, view, whole));
    }

    /** Looks at everything. */
    void whole(Keyspace view) {
        partitions.forEach(partition -> look(partition, view, true));
    }

    private void look(Followed partition, Keyspace view, boolean asked) {
        String stored = view.text(partition.keys.position());
        ViewPosition position = stored == null ? ViewPosition.EMPTY : ViewPosition.parse(stored);
        Violation.unless(position.lost() == 0 && position.skipped() == 0, 7, "%s outcomes were passed over", position);
        boolean whole = asked;
        if (position.next() < partition.next) {
            partition.model = new ViewModel(partition.number);
            partition.next = 0;
            whole = true;
        }
        if (position.next() == partition.next && !whole) {
            return;
        }
        while (partition.next < position.next()) {
            int input = log.input(partition.number, partition.next++);
            partition.model.apply(log.expected(partition.number, input));
        }
        Violation.unless(
                position.inputOffset() == partition.model.inputOffset(), 7, "partition %s says %s, the outcomes before it end with %s",
                partition.number, position, partition.model.inputOffset());
        ViewComparison comparison = new ViewComparison(view, partition.keys, partition.model);
        if (whole) {
            comparison.ofAll();
        } else {
            comparison.ofTouched();
        }
        partition.model.touchedOrders.clear();
        partition.model.touchedMarkets.clear();
    }

    /** Whether the view holds all of the outcome log. */
    boolean isComplete(Keyspace view, SimKafka kafka) {
        return partitions.stream().allMatch(partition -> {
            String stored = view.text(partition.keys.position());
            ViewPosition position = stored == null ? ViewPosition.EMPTY : ViewPosition.parse(stored);
            return position.inputOffset() == log.commands(partition.number) - 1
                    && position.next() == kafka.end(new ViewPartition(ViewLog.ORDERS, partition.number).topicPartition());
        });
    }
}
