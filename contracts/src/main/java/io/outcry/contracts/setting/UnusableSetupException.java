// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.setting;

import org.jspecify.annotations.Nullable;

/** What an operator has set, or where the process was started, is of no use: says what is wrong and what can be done. */
public final class UnusableSetupException extends IllegalStateException {

    private final String wrong;
    private final String remedy;

    /**
     * @param wrong a sentence without its full stop
     * @param remedy what an operator can do, the same
     */
    public UnusableSetupException(String wrong, String remedy, @Nullable Throwable cause) {
        super(wrong + ": " + remedy, cause);
        this.wrong = wrong;
        this.remedy = remedy;
    }

    String wrong() {
        return wrong;
    }

    String remedy() {
        return remedy;
    }
}
