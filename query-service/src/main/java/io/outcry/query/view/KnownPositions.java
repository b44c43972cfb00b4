// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import io.outcry.query.domain.ViewPosition;

/** What an instance knows about how far the view is, so that it notices an answer from a view that has lost data. */
public interface KnownPositions {

    /** The least {@link ViewPosition#next} that an answer read from now on has to come with. */
    long floor(ViewPartition partition);

    /** Takes note that the view has been seen at {@code position}. */
    void observe(ViewPartition partition, ViewPosition position);
}
