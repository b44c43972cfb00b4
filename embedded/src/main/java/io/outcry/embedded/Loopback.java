// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.net.InetAddress;

/** Where Kafka and Redis listen. Not what Java calls loopback: that is {@code ::1} where it is told to prefer IPv6. */
public final class Loopback {

    /** As the engines' settings name it. */
    public static final String HOST = "127.0.0.1";

    public static final InetAddress ADDRESS = InetAddress.ofLiteral(HOST);

    private Loopback() {}
}
