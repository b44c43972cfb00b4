// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.venue;

import java.io.IOException;

/** A venue answered, but not with what was asked for: an error status, a body too long, something that is not its JSON. */
public class VenueException extends IOException {

    private static final long serialVersionUID = 1L;

    public VenueException(String message) {
        super(message);
    }

    public VenueException(String message, Throwable cause) {
        super(message, cause);
    }
}
