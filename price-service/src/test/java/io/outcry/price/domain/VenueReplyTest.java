// SPDX-License-Identifier: Apache-2.0
package io.outcry.price.domain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VenueReplyTest {

    /** It is published with each price: a venue that writes megabytes must not keep the price of the others from being published. */
    @Test
    void aReasonThatAVenueMakesLongIsCutOff() {
        String long2m = "E".repeat(2_000_000);
        assertThat(new VenueReply.Unavailable(long2m).reason()).hasSize(VenueReply.MAX_REASON);
        assertThat(new VenueReply.Unusable(long2m).reason()).hasSize(VenueReply.MAX_REASON);
        assertThat(new VenueReply.Unusable("no price").reason()).isEqualTo("no price");
    }
}
