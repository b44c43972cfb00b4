// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

/**
 * One node of a cluster on loopback, broker and controller in one.
 *
 * @param id its number, from 1
 * @param port where clients and other brokers connect
 * @param controllerPort where the controllers talk
 */
public record KafkaNode(int id, int port, int controllerPort) {

    /** Where clients connect. */
    public String address() {
        return Loopback.HOST + ":" + port;
    }

    /** Where the controllers talk. */
    public String controllerAddress() {
        return Loopback.HOST + ":" + controllerPort;
    }
}
