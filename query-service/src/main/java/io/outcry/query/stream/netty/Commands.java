// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.stream.netty;

import io.outcry.contracts.http.ErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what clients send. Strict: what is not known is refused, so that a mistake does not go unnoticed. */
final class Commands {

    /** The parser keeps the names that it has seen, thousands of them, whoever sent them. */
    static final int MAX_NAME = 256;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNameLength(MAX_NAME).build()).build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY).build();
    private static final int MAX_ID = 64;
    /** As long as the header may be that holds it elsewhere. */
    private static final int MAX_TOKEN = 8_192;
    private static final Map<String, Set<String>> FIELDS = Map.of(
            "subscribe", Set.of("op", "id", "channels", "resume"),
            "unsubscribe", Set.of("op", "id", "channels"),
            "auth", Set.of("op", "id", "token"));

    private final int maxChannels;

    Commands(int maxChannels) {
        this.maxChannels = maxChannels;
    }

    Command parse(byte[] text) throws MistakeException {
        JsonNode json;
        try {
            json = JSON.readTree(text);
        } catch (JacksonException e) {
            throw new MistakeException(ErrorCode.MALFORMED_JSON, "null", "not JSON, or a field is there twice");
        }
        if (!json.isObject()) {
            throw new MistakeException(ErrorCode.MALFORMED_JSON, "null", "a message is a JSON object");
        }
        String id = id(json.get("id"));
        String op = required(json, "op", id).stringValue("");
        Set<String> fields = FIELDS.get(op);
        if (fields == null) {
            throw new MistakeException(ErrorCode.INVALID_FIELD, id, "op is subscribe, unsubscribe or auth");
        }
        for (String field : json.propertyNames()) {
            if (!fields.contains(field)) {
                throw new MistakeException(ErrorCode.UNKNOWN_FIELD, id,
                        op + " knows " + String.join(", ", fields.stream().sorted().toList()));
            }
        }
        return switch (op) {
            case "subscribe" -> new Command.Subscribe(id, channels(json, id), resume(json.get("resume"), id));
            case "unsubscribe" -> new Command.Unsubscribe(id, channels(json, id));
            default -> new Command.Auth(id, token(json, id));
        };
    }

    private static JsonNode required(JsonNode json, String name, String id) throws MistakeException {
        JsonNode value = json.get(name);
        if (value == null || value.isNull()) {
            throw new MistakeException(ErrorCode.MISSING_FIELD, id, name + " is missing");
        }
        return value;
    }

    private static String id(@Nullable JsonNode id) throws MistakeException {
        if (id == null || id.isNull()) {
            return "null";
        }
        String text = id.toString();
        if (!id.isString() && !id.isIntegralNumber() || text.length() > MAX_ID) {
            throw new MistakeException(ErrorCode.INVALID_FIELD, "null", "id is a whole number or a short string");
        }
        return text;
    }

    private List<String> channels(JsonNode json, String id) throws MistakeException {
        JsonNode listed = required(json, "channels", id);
        if (!listed.isArray() || listed.isEmpty() || listed.size() > maxChannels) {
            throw new MistakeException(ErrorCode.INVALID_FIELD, id, "channels is a list of 1 to " + maxChannels + " names");
        }
        List<String> channels = new ArrayList<>(listed.size());
        for (JsonNode channel : listed) {
            if (!channel.isString()) {
                throw new MistakeException(ErrorCode.INVALID_FIELD, id, "a channel is named by a string");
            }
            channels.add(channel.stringValue());
        }
        return channels;
    }

    private static Map<String, Command.Point> resume(@Nullable JsonNode json, String id) throws MistakeException {
        if (json == null || json.isNull()) {
            return Map.of();
        }
        Map<String, Command.Point> points = new HashMap<>();
        boolean valid = json.isObject();
        for (Map.Entry<String, JsonNode> entry : json.properties()) {
            JsonNode point = entry.getValue();
            valid = valid && point.isArray() && point.size() == 2 && point.get(0).canConvertToLong() && point.get(1).canConvertToLong()
                    && point.get(0).isIntegralNumber() && point.get(1).isIntegralNumber();
            if (valid) {
                points.put(entry.getKey(), new Command.Point(point.get(0).longValue(), point.get(1).longValue()));
            }
        }
        if (!valid) {
            throw new MistakeException(ErrorCode.INVALID_FIELD, id, "resume holds [epoch,sequence] by channel");
        }
        return points;
    }

    private static String token(JsonNode json, String id) throws MistakeException {
        String token = required(json, "token", id).stringValue("");
        if (token.isEmpty() || token.length() > MAX_TOKEN) {
            throw new MistakeException(ErrorCode.INVALID_FIELD, id, "token is an API key or a JSON web token");
        }
        return token;
    }
}
