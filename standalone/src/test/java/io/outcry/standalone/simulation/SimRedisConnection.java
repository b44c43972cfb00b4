// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.lettuce.core.api.async.RedisAsyncCommands;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Lettuce's interface to a {@link SimRedis}, as far as the view's reader and writer use it. */
final class SimRedisConnection {

    private SimRedisConnection() {}

    @SuppressWarnings("unchecked")
    static RedisAsyncCommands<String, byte[]> to(SimRedis redis) {
        return (RedisAsyncCommands<String, byte[]>) Proxy.newProxyInstance(
                SimRedisConnection.class.getClassLoader(), new Class<?>[]{RedisAsyncCommands.class},
                (_, method, arguments) -> call(redis, method, arguments));
    }

    private static Object call(SimRedis redis, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "get" -> redis.get((String) arguments[0]);
            case "mget" -> redis.mget((String[]) arguments[0]);
            case "evalsha" -> redis.call((String) arguments[0], (String[]) arguments[2], values(arguments));
            case "eval" -> redis.load((String) arguments[0], digest((String) arguments[0]), (String[]) arguments[2], values(arguments));
            default -> throw new UnsupportedOperationException("no simulation of " + method);
        };
    }

    /** A generic array of values arrives as an array of arrays, or of objects. */
    private static byte[][] values(Object[] arguments) {
        Object[] given = (Object[]) arguments[3];
        byte[][] values = new byte[given.length][];
        for (int i = 0; i < given.length; i++) {
            values[i] = (byte[]) given[i];
        }
        return values;
    }

    private static String digest(String source) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(source.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
