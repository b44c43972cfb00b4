// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

/** Redis did not do what the projection asked, or not in time. What was asked may have been done, or be done later. */
public final class ViewUnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    public ViewUnavailableException(String what) {
        super(what);
    }

    public ViewUnavailableException(String what, Throwable cause) {
        super(what, cause);
    }
}
