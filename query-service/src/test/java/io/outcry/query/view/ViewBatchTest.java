// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.output.VoidOutput;
import io.lettuce.core.protocol.Command;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.outcry.query.domain.LevelKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ViewBatchTest {

    private final ViewBatch batch = new ViewBatch();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ViewChange.Late late(String text) {
        return () -> bytes(text);
    }

    /** The commands as texts, their parts with blanks between. */
    private List<String> commands() {
        ScriptCommands made = new ScriptCommands();
        batch.writeTo(made);
        List<String> parts = made.parts().stream().map(part -> new String(part, StandardCharsets.UTF_8)).toList();
        List<String> commands = new ArrayList<>();
        for (int at = 0; at < parts.size(); at += Integer.parseInt(parts.get(at)) + 1) {
            commands.add(String.join(" ", parts.subList(at + 1, at + 1 + Integer.parseInt(parts.get(at)))));
        }
        return commands;
    }

    @Test
    void ofValuesOfOneKeyTheLastIsWritten() {
        batch.add(List.of(new ViewChange.Set("a", bytes("1")), new ViewChange.Set("b", bytes("2")), new ViewChange.Delete("b")));
        batch.add(List.of(new ViewChange.Set("a", bytes("3"))));
        assertThat(commands()).containsExactly("MSET a 3", "DEL b");
        assertThat(batch.records()).isEqualTo(2);
    }

    @Test
    void anOrderThatCameAndWentNeverEntersTheSortedSet() {
        batch.add(List.of(new ViewChange.Rank("open", 5, "m")));
        batch.add(List.of(new ViewChange.Unrank("open", "m"), new ViewChange.Unrank("open", "older")));
        assertThat(commands()).containsExactly("ZREM open older");
    }

    @Test
    void theLastElementIsReplacedWhereItIs() {
        batch.add(List.of(new ViewChange.ReplaceLast("k", late("old now"), 9)));
        batch.add(List.of(new ViewChange.Push("k", late("new"), 9), new ViewChange.ReplaceLast("k", late("newer"), 9)));
        assertThat(commands()).containsExactly("LSET k -1 old now", "RPUSH k newer", "LTRIM k -9 -1");
    }

    @Test
    void aListNeverHoldsMuchMoreThanItKeeps() {
        IntStream.range(0, 1_000).forEach(i -> batch.add(List.of(new ViewChange.Push("t", late("e" + i), 3))));
        assertThat(commands().getFirst()).endsWith("e997 e998 e999").hasSizeLessThan(60);
    }

    @Test
    void aLevelIsWhatItWasLast() {
        batch.add(List.of(new ViewChange.Level("b", "bq", 1, late("[x]")), new ViewChange.Level("b", "bq", 2, late("[y]"))));
        batch.add(List.of(new ViewChange.Level("b", "bq", 1, null), new ViewChange.Level("b", "bq", 3, null)));
        batch.add(List.of(new ViewChange.Level("b", "bq", 3, late("[z]"))));
        String one = LevelKey.of(1);
        String two = LevelKey.of(2);
        String three = LevelKey.of(3);
        assertThat(commands()).containsExactly(
                "ZADD b 0 " + two + " 0 " + three, "HSET bq " + two + " [y] " + three + " [z]", "ZREM b " + one, "HDEL bq " + one);
    }

    private static ViewChange.Order order(String name, String value, boolean placed, boolean closed) {
        return order(name, value, 5, placed, closed);
    }

    private static ViewChange.Order order(String name, String value, long executed, boolean placed, boolean closed) {
        return new ViewChange.Order("o:" + name, "f:" + name, late("a\n" + value), executed, placed, closed);
    }

    private static ViewChange.Fill fill(String name, String json) {
        return new ViewChange.Fill("o:" + name, "f:" + name, json, 1, 10);
    }

    @Test
    void theFillsOfAnOrderThatCameAndWentAreInItsOwnValue() {
        batch.add(List.of(order("1", "{old", true, false)));
        batch.add(List.of(order("1", "{new", true, true), fill("1", ",x"), fill("1", ",y")));
        assertThat(commands()).containsExactly("MSET o:1 a\n{new\n,x,y");
    }

    @Test
    void theFillsOfAnOrderThatCanChangeHaveAKeyOfTheirOwn() {
        batch.add(List.of(order("1", "{open", true, false), fill("1", ",x")));
        batch.add(List.of(order("2", "{older", false, true), fill("2", ",y")));
        assertThat(commands()).containsExactly("MSET o:1 a\n{open f:1 ,x o:2 a\n{older", "~GROW f:2 ,y 10");
    }

    @Test
    void anOrderThatWasThereAndHasItsFirstFillsIsKeptAsIfTheBatchHadPlacedIt() {
        batch.add(List.of(order("1", "{part", 1, false, false), fill("1", ",x")));
        batch.add(List.of(order("1", "{all", 2, false, true), fill("1", ",y"), order("2", "{open", 1, false, false), fill("2", ",z")));
        assertThat(commands()).containsExactly("MSET o:1 a\n{all\n,x,y o:2 a\n{open f:2 ,z");
    }

    @Test
    void whatIsNotKeptOfFillsIsCountedAllTheSame() {
        batch.add(List.of(order("1", "{all", 3, false, true), fill("1", ",123456"), fill("1", ",7890"), fill("1", ",not")));
        assertThat(commands()).containsExactly("MSET o:1 a\n{all\n,123456,7890");
    }

    @Test
    void fillsBeyondTheLimitAreNotKept() {
        batch.add(List.of(order("1", "{", true, true), fill("1", ",123456"), fill("1", ",7890"), fill("1", ",not")));
        assertThat(commands()).containsExactly("MSET o:1 a\n{\n,123456,7890");
    }

    @Test
    void whatIsReplacedIsNeverMade() {
        ViewChange.Late never = () -> {
            throw new AssertionError("made");
        };
        batch.add(List.of(
                new ViewChange.Field("h", "s", never), new ViewChange.Level("b", "bq", 1, never),
                new ViewChange.Order("o", "f", never, 0, true, false)));
        batch.add(List.of(
                new ViewChange.Field("h", "s", late("v")), new ViewChange.Level("b", "bq", 1, null),
                new ViewChange.Order("o", "f", late("w"), 0, false, true)));
        assertThat(commands()).contains("MSET o w", "HSET h s v");
    }

    /** What is sent in bulk is what a client would send. */
    @Test
    void plainCommandsAreThoseOfTheScriptAsRedisReadsThem() {
        batch.add(List.of(order("1", "{open", true, false), new ViewChange.Push("k", late("e"), 9), fill("2", ",x")));
        PlainCommands plain = batch.plain();
        ByteBuf out = Unpooled.buffer();
        for (int i = 0; i < plain.count(); i++) {
            new Command<>(plain.name(i), new VoidOutput<>(RedisClients.CODEC), plain.arguments(i)).encode(out);
        }
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("*3\r\n$4\r\nMSET\r\n$3\r\no:1\r\n$7\r\na\n{open\r\n"
                + "*3\r\n$5\r\nRPUSH\r\n$1\r\nk\r\n$1\r\ne\r\n*4\r\n$5\r\nLTRIM\r\n$1\r\nk\r\n$2\r\n-9\r\n$2\r\n-1\r\n");
        assertThat(plain.forScript()).extracting(part -> new String(part, StandardCharsets.UTF_8))
                .containsExactly("4", "~GROW", "f:2", ",x", "10");
    }

    @Test
    void aLongCommandIsCutBetweenPairs() {
        IntStream.range(0, 1_500).forEach(i -> batch.add(List.of(new ViewChange.Set("k" + i, bytes("v")))));
        assertThat(commands()).hasSize(2).allMatch(command -> command.startsWith("MSET k") && command.split(" ").length % 2 == 1);
    }
}
