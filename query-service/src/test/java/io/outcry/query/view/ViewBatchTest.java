// SPDX-License-Identifier: Apache-2.0
package io.outcry.query.view;

import static org.assertj.core.api.Assertions.assertThat;

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

    /** The commands as texts, their parts with blanks between. */
    private List<String> commands() {
        List<String> parts = batch.commands().stream().map(part -> new String(part, StandardCharsets.UTF_8)).toList();
        List<String> commands = new ArrayList<>();
        for (int at = 0; at < parts.size(); at += Integer.parseInt(parts.get(at)) + 1) {
            commands.add(String.join(" ", parts.subList(at + 1, at + 1 + Integer.parseInt(parts.get(at)))));
        }
        return commands;
    }

    @Test
    void of_values_of_one_key_the_last_is_written() {
        batch.add(List.of(new ViewChange.Set("a", bytes("1")), new ViewChange.Set("b", bytes("2")), new ViewChange.Delete("b")));
        batch.add(List.of(new ViewChange.Set("a", bytes("3"))));
        assertThat(commands()).containsExactly("MSET a 3", "DEL b");
        assertThat(batch.records()).isEqualTo(2);
    }

    @Test
    void an_order_that_came_and_went_never_enters_the_sorted_set() {
        batch.add(List.of(new ViewChange.Rank("open", 5, "m")));
        batch.add(List.of(new ViewChange.Unrank("open", "m"), new ViewChange.Unrank("open", "older")));
        assertThat(commands()).containsExactly("ZREM open older");
    }

    @Test
    void the_last_element_is_replaced_where_it_is() {
        batch.add(List.of(new ViewChange.ReplaceLast("k", bytes("old now"), 9)));
        batch.add(List.of(new ViewChange.Push("k", bytes("new"), 9), new ViewChange.ReplaceLast("k", bytes("newer"), 9)));
        assertThat(commands()).containsExactly("LSET k -1 old now", "RPUSH k newer", "LTRIM k -9 -1");
    }

    @Test
    void a_list_never_holds_much_more_than_it_keeps() {
        IntStream.range(0, 1_000).forEach(i -> batch.add(List.of(new ViewChange.Push("t", bytes("e" + i), 3))));
        assertThat(commands().getFirst()).endsWith("e997 e998 e999").hasSizeLessThan(60);
    }

    @Test
    void a_level_is_what_it_was_last() {
        batch.add(List.of(new ViewChange.Level("b", "bq", "1", "[x]"), new ViewChange.Level("b", "bq", "2", "[y]")));
        batch.add(List.of(new ViewChange.Level("b", "bq", "1", "")));
        assertThat(commands()).containsExactly("ZADD b 0 2", "HSET bq 2 [y]", "ZREM b 1", "HDEL bq 1");
    }

    @Test
    void a_long_command_is_cut_between_pairs() {
        IntStream.range(0, 1_500).forEach(i -> batch.add(List.of(new ViewChange.Set("k" + i, bytes("v")))));
        assertThat(commands()).hasSize(2).allMatch(command -> command.startsWith("MSET k") && command.split(" ").length % 2 == 1);
    }
}
