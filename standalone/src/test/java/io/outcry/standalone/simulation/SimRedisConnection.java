// SPDX-License-Identifier: Apache-2.0
package io.outcry.standalone.simulation;

import io.lettuce.core.ScanArgs;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.CommandArgs;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** Lettuce's interface to a {@link SimRedis}, as far as the view's reader and writer use it. */
final class SimRedisConnection {

    private SimRedisConnection() {}

    @SuppressWarnings("unchecked")
    static RedisClusterAsyncCommands<String, byte[]> to(SimRedis redis) {
        return (RedisClusterAsyncCommands<String, byte[]>) Proxy.newProxyInstance(
                SimRedisConnection.class.getClassLoader(), new Class<?>[]{RedisClusterAsyncCommands.class},
                (_, method, arguments) -> call(redis, method, arguments));
    }

    private static Object call(SimRedis redis, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "get" -> redis.get((String) arguments[0]);
            case "mget" -> redis.mget((String[]) arguments[0]);
            case "scan" -> redis.scan(prefix((ScanArgs) arguments[arguments.length - 1]));
            case "evalsha" -> redis.call((String) arguments[0], (String[]) arguments[2], values(arguments));
            case "eval" -> redis.load((String) arguments[0], digest((String) arguments[0]), (String[]) arguments[2], values(arguments));
            default -> throw new UnsupportedOperationException("no simulation of " + method);
        };
    }

    /** Of the pattern that is looked for: its braces stand for themselves, and it ends in a star. */
    private static String prefix(ScanArgs arguments) {
        CommandArgs<String, String> written = new CommandArgs<>(StringCodec.UTF8);
        arguments.build(written);
        String[] words = written.toCommandString().split(" ");
        String pattern = words[List.of(words).indexOf("MATCH") + 1];
        String plain = pattern.startsWith("{") ? pattern : new String(Base64.getDecoder().decode(pattern), StandardCharsets.UTF_8);
        return plain.substring(0, plain.length() - 1);
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
