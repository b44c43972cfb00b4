// SPDX-License-Identifier: Apache-2.0
package io.outcry.benchmarks.reads;

import io.outcry.benchmarks.http.Requests;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;

/** Whole HTTP requests, encoded once, and the chances of each. A new one asks for the same things in the same order. */
final class RequestMix implements Requests {

    private static final int HOT = 20;
    private static final int MEDIUM = 200;
    private static final double HOT_SHARE = 0.6;
    private static final double HOT_AND_MEDIUM_SHARE = 0.9;

    private final byte[][] requests;
    private final ToIntFunction<SplittableRandom> choice;
    private final SplittableRandom random = new SplittableRandom(0);

    private RequestMix(byte[][] requests, ToIntFunction<SplittableRandom> choice) {
        this.requests = requests;
        this.choice = choice;
    }

    static RequestMix constant(String path) {
        return new RequestMix(new byte[][]{get(path, "")}, _ -> 0);
    }

    /** 60 % hot, 30 % medium, 10 % cold. */
    static RequestMix prices(int symbols) {
        return new RequestMix(pricesOf(symbols), random -> {
            double share = random.nextDouble();
            if (share < HOT_SHARE) {
                return random.nextInt(HOT);
            }
            return share < HOT_AND_MEDIUM_SHARE ? random.nextInt(HOT, MEDIUM) : random.nextInt(MEDIUM, symbols);
        });
    }

    /** Symbols from one number up to another, each as likely. */
    static RequestMix prices(int from, int to) {
        return new RequestMix(pricesOf(to), random -> random.nextInt(from, to));
    }

    private static byte[][] pricesOf(int symbols) {
        byte[][] requests = new byte[symbols][];
        for (int i = 0; i < symbols; i++) {
            requests[i] = get("/api/v1/prices/" + LogWriter.symbol(i), "");
        }
        return requests;
    }

    /** Orders, each as likely, each asked for by the account it belongs to. */
    static RequestMix orders(long[] ids) {
        byte[][] requests = new byte[ids.length][];
        for (int i = 0; i < ids.length; i++) {
            requests[i] = get("/api/v1/orders/" + ids[i], "Authorization: Bearer " + LogWriter.key(i) + "\r\n");
        }
        return new RequestMix(requests, random -> random.nextInt(ids.length));
    }

    @Override
    public byte[] next() {
        return requests[choice.applyAsInt(random)];
    }

    private static byte[] get(String path, String header) {
        return ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + header + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }
}
