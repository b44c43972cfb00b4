// SPDX-License-Identifier: Apache-2.0
package io.outcry.matching.replay;

import io.outcry.contracts.tool.ToolOptions;
import java.nio.file.Path;
import java.util.List;
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
            Set.of(ToolOptions.BOOTSTRAP_SERVERS, ToolOptions.COMMAND_CONFIG, "partition", "commands", "outcomes", "from", "to", "print",
                    "save-commands", "save-outcomes");

    /** @throws IllegalArgumentException if something cannot be understood */
    static ReplayOptions parse(String... arguments) {
        ToolOptions given = new ToolOptions(NAMES, List.of(arguments));
        boolean kafka = given.has(ToolOptions.BOOTSTRAP_SERVERS);
        if (kafka == given.has("commands")) {
            throw new IllegalArgumentException("either --bootstrap-servers or --commands has to be given");
        }
        if (!kafka && given.has(ToolOptions.COMMAND_CONFIG)) {
            throw new IllegalArgumentException("--" + ToolOptions.COMMAND_CONFIG + " goes with --bootstrap-servers");
        }
        String print = given.text("print").orElse("");
        if (!Set.of("", "commands", "outcomes", "both").contains(print)) {
            throw new IllegalArgumentException("nothing to print: " + print);
        }
        return new ReplayOptions(
                kafka ? given.kafka() : null,
                given.path("commands").orElse(null),
                given.path("outcomes").orElse(null),
                (int) given.number("partition", 0, 0, 32_767),
                given.number("from", 0, 0, Long.MAX_VALUE),
                given.number("to", Long.MAX_VALUE, 0, Long.MAX_VALUE),
                print.equals("commands") || print.equals("both"),
                print.equals("outcomes") || print.equals("both"),
                given.path("save-commands").orElse(null),
                given.path("save-outcomes").orElse(null));
    }
}
