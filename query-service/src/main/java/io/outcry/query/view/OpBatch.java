// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Operations for one partition that a single script call applies; {@code apply.lua} says what each does. Not safe for threads. */
public final class OpBatch {

    private static final byte[] SET = {'S'};
    private static final byte[] SET_FOR = {'X'};
    private static final byte[] DELETE = {'D'};
    private static final byte[] EXPIRE = {'E'};
    private static final byte[] EXPIRE_EQUAL = {'C'};
    private static final byte[] RANK = {'Z'};
    private static final byte[] UNRANK = {'R'};
    private static final byte[] ADD = {'A'};
    private static final byte[] FILL = {'F'};
    private static final byte[] LEVEL = {'L'};
    private static final byte[] TRADE = {'T'};

    /** Number 1 is the position's. */
    private final Map<String, Integer> keys = new LinkedHashMap<>();

    private final List<byte[]> arguments = new ArrayList<>();
    private int operations;
    private long bytes;

    /** Where a batch stood, to go back to if a record turns out to be unreadable half way. */
    public record Mark(int arguments, int operations, long bytes) {}

    public Mark mark() {
        return new Mark(arguments.size(), operations, bytes);
    }

    /** Drops what was added since {@code mark}. */
    public void reset(Mark mark) {
        arguments.subList(mark.arguments(), arguments.size()).clear();
        operations = mark.operations();
        bytes = mark.bytes();
    }

    public int operations() {
        return operations;
    }

    /** About how much of the network and of Redis's time the batch takes. */
    public long bytes() {
        return bytes;
    }

    public void set(String key, String value) {
        operation(SET, key).add(value);
    }

    public void set(String key, byte[] value) {
        operation(SET, key).add(value);
    }

    public void setFor(String key, String value, long millis) {
        operation(SET_FOR, key).add(value).add(Long.toString(millis));
    }

    public void delete(String key) {
        operation(DELETE, key);
    }

    public void expire(String key, long millis) {
        operation(EXPIRE, key).add(Long.toString(millis));
    }

    /** Lets the key expire if {@code value} is still its value. */
    public void expireIfEqual(String key, String value, long millis) {
        operation(EXPIRE_EQUAL, key).add(value).add(Long.toString(millis));
    }

    /** @param keep how many of the highest scores to keep, 0 for all */
    public void rank(String key, long score, String member, int keep) {
        operation(RANK, key).add(Long.toString(score)).add(member).add(Integer.toString(keep));
    }

    public void unrank(String key, String member) {
        operation(UNRANK, key).add(member);
    }

    public void addToSet(String key, String member) {
        operation(ADD, key).add(member);
    }

    public void fill(String key, String tradeId, String value, int limit) {
        operation(FILL, key).add(tradeId).add(value).add(Integer.toString(limit));
    }

    /** @param json empty: the level is gone */
    public void level(String names, String quantities, String name, String json) {
        operation(LEVEL, names).add(number(quantities)).add(name).add(json);
    }

    public void trade(String key, String tradeId, String json, int limit) {
        operation(TRADE, key).add(tradeId).add(json).add(Integer.toString(limit));
    }

    String[] keys(String position) {
        String[] all = new String[keys.size() + 1];
        all[0] = position;
        int i = 1;
        for (String key : keys.keySet()) {
            all[i++] = key;
        }
        return all;
    }

    byte[][] arguments(String... header) {
        byte[][] all = new byte[header.length + arguments.size()][];
        for (int i = 0; i < header.length; i++) {
            all[i] = header[i].getBytes(StandardCharsets.UTF_8);
        }
        for (int i = 0; i < arguments.size(); i++) {
            all[header.length + i] = arguments.get(i);
        }
        return all;
    }

    private OpBatch operation(byte[] code, String key) {
        operations++;
        return add(code).add(number(key));
    }

    private String number(String key) {
        return Integer.toString(keys.computeIfAbsent(key, _ -> keys.size() + 2));
    }

    private OpBatch add(String value) {
        return add(value.getBytes(StandardCharsets.UTF_8));
    }

    private OpBatch add(byte[] value) {
        arguments.add(value);
        bytes += value.length;
        return this;
    }
}
