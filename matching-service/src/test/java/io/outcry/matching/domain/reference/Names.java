// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.domain.reference;

import java.util.regex.Pattern;

/** Which names can be kept at all. What is under another name is refused and leaves no trace. */
final class Names {

    private static final Pattern CLIENT_ORDER_ID = Pattern.compile("[A-Za-z0-9\\-_.:]{1,36}");

    private Names() {}

    static boolean isAccount(String name) {
        return !name.isEmpty() && name.length() <= 64;
    }

    static boolean isClientOrderId(String id) {
        return CLIENT_ORDER_ID.matcher(id).matches();
    }

    static boolean isInstrument(String name) {
        return !name.isEmpty() && name.length() <= 32;
    }
}
