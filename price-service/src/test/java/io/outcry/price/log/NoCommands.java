// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.log;

import io.outcry.price.domain.RefreshRequest;
import java.util.List;

/** Serves no command: there is none. */
public final class NoCommands implements RefreshListener.Commands {

    @Override
    public void refresh(List<RefreshRequest> requests) {
        throw new IllegalStateException("there is no command");
    }

    @Override
    public void read(String symbol, long count) {
        throw new IllegalStateException("there is no command");
    }
}
