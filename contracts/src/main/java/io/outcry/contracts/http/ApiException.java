// SPDX-License-Identifier: Apache-2.0
package io.outcry.contracts.http;

/** Ends a request with a {@link Problem}. Carries no stack trace: it is an answer, not a fault of the program. */
public final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private final transient Problem problem;

    public ApiException(Problem problem) {
        super(problem.code() + ": " + problem.detail(), null, false, false);
        this.problem = problem;
    }

    public ApiException(ErrorCode code, String detail) {
        this(Problem.of(code, detail));
    }

    public Problem problem() {
        return problem;
    }
}
