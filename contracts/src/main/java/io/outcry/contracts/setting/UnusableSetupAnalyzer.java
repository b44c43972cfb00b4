// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.setting;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Lets a service that cannot start as it was set up end with what is to be done, and not with a page of stack traces. */
final class UnusableSetupAnalyzer extends AbstractFailureAnalyzer<UnusableSetupException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnusableSetupException cause) {
        return new FailureAnalysis(cause.wrong(), cause.remedy(), cause);
    }
}
