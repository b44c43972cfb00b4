// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.refresh;

import io.outcry.price.domain.PricedInstrument;
import io.outcry.price.domain.VenueReply;

/** Our own book as a venue that says what it is told to; at first that it lists nothing. */
final class ToldOwnBook implements Pricing.OwnBookTop {

    VenueReply says = new VenueReply.NotListed();

    @Override
    public String name() {
        return "outcry";
    }

    @Override
    public VenueReply reply(PricedInstrument instrument) {
        return says;
    }
}
