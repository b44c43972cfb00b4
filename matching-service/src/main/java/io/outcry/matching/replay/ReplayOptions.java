// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.replay;

import io.outcry.contracts.topic.ToolClient;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for on the command line.
 *
 * @param kafka how to connect to Kafka; null: files
 * @param commands file of commands; null: Kafka
 * @param outcomes file of outcomes; null: none, or Kafka
 * @param from offset of the first command that counts
 * @param to offset behind the last one
 * @param saveCommands where to write the commands; null: nowhere
 * @param saveOutcomes where to write the outcomes; null: nowhere
 */
record ReplayOptions(
        @Nullable Map<String, Object> kafka,
        @Nullable Path commands,
        @Nullable Path outcomes,
        int partition,
        long from,
        long to,
        boolean printCommands,
        boolean printOutcomes,
        @Nullable Path saveCommands,
        @Nullable Path saveOutcomes) {

    static final String USAGE = """
            outcry-replay: plays the commands of one partition again and compares the outcomes with the published ones.

              --bootstrap-servers=HOST:PORT   read order.commands.v1, order.outcomes.v1 and book.snapshots.v1 there
              --command-config=FILE           properties of Kafka's client, where it asks who somebody is
              --partition=N                   which partition; 0 if not given
              --commands=FILE                 instead of Kafka: commands that --save-commands wrote
              --outcomes=FILE                 with --commands: outcomes that --save-outcomes wrote
              --from=OFFSET                   first command to compare and print; 0 if not given
              --to=OFFSET                     end before this one; the log's end if not given
              --print=commands|outcomes|both  as JSON lines on the standard output
              --save-commands=FILE, --save-outcomes=FILE   copy the logs, and replay nothing

            Ends with 0 if all is the same, 1 if not, 2 if it was asked wrongly, 3 if a log could not be read.""";

    private static final Set<String> NAMES =
            Set.of("bootstrap-servers", ToolClient.OPTION, "partition", "commands", "outcomes", "from", "to", "print",
                    "save-commands", "save-outcomes");

    /** @throws IllegalArgumentException if something cannot be understood */
    static ReplayOptions parse(String... arguments) {
        Map<String, String> given = new HashMap<>();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            String name = argument.startsWith("--") && equals > 2 ? argument.substring(2, equals) : "";
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("not understood: " + argument);
            }
            given.put(name, argument.substring(equals + 1));
        }
        if (given.containsKey("bootstrap-servers") == given.containsKey("commands")) {
            throw new IllegalArgumentException("either --bootstrap-servers or --commands has to be given");
        }
        String servers = given.get("bootstrap-servers");
        if (servers == null && given.containsKey(ToolClient.OPTION)) {
            throw new IllegalArgumentException("--" + ToolClient.OPTION + " goes with --bootstrap-servers");
        }
        String print = given.getOrDefault("print", "");
        if (!Set.of("", "commands", "outcomes", "both").contains(print)) {
            throw new IllegalArgumentException("nothing to print: " + print);
        }
        return new ReplayOptions(
                servers == null ? null : ToolClient.of(servers, given.get(ToolClient.OPTION)),
                path(given.get("commands")),
                path(given.get("outcomes")),
                (int) number(given, "partition", 0, 32_767),
                number(given, "from", 0, Long.MAX_VALUE),
                number(given, "to", Long.MAX_VALUE, Long.MAX_VALUE),
                print.equals("commands") || print.equals("both"),
                print.equals("outcomes") || print.equals("both"),
                path(given.get("save-commands")),
                path(given.get("save-outcomes")));
    }

    private static long number(Map<String, String> given, String name, long otherwise, long most) {
        String text = given.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(text);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--" + name + " is no number: " + text, e);
        }
        throw new IllegalArgumentException("--" + name + " is out of range: " + text);
    }

    private static @Nullable Path path(@Nullable String text) {
        return text == null ? null : Path.of(text);
    }
}
