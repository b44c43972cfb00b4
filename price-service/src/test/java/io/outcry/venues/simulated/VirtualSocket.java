// SPDX-License-Identifier: Apache-2.0
package io.outcry.venues.simulated;

import java.util.ArrayList;
import java.util.List;

/** A socket of a simulated venue without a network: faults of the messages show, those of the connection do not. */
public final class VirtualSocket {

    private final SimulatedExchange exchange;
    private final FeedSession session;
    private final Mishaps mishaps;
    private final List<byte[]> sent = new ArrayList<>();
    private final FeedSession.Outbox out = new FeedSession.Outbox() {
        @Override
        public void data(String symbol, String json) {
            mishaps.ofData(symbol, json).forEach(this::send);
        }

        @Override
        public void say(String json) {
            mishaps.ofWords(json).forEach(this::send);
        }

        private void send(String json) {
            sent.add(WrongBody.of(json, exchange.faults(), InjectedFault.Scope.SOCKET));
        }
    };

    public VirtualSocket(SimulatedExchange exchange, String path) {
        this.exchange = exchange;
        this.session = exchange.open(path);
        this.mishaps = new Mishaps(exchange.faults());
        session.opened(out);
    }

    /** A message of the client. */
    public void say(String text) {
        session.received(text, out);
    }

    /** Four times a second; gives what the venue sent since the last time. */
    public List<byte[]> tick() {
        session.tick(exchange.faults().nowMillis(), out);
        List<byte[]> messages = List.copyOf(sent);
        sent.clear();
        return messages;
    }
}
