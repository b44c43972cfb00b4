// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.summary;

import io.outcry.gatling.run.Run;
import io.outcry.gatling.run.RunFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Writes {@code summary.html} and {@code summary.md} over all runs below some folders. */
public final class Summary {

    private Summary() {}

    /** @param arguments folders with runs, {@code target/gatling} if there are none; the summary is written into the first */
    public static void main(String[] arguments) {
        List<Path> folders =
                arguments.length == 0 ? List.of(Path.of("target", "gatling")) : Arrays.stream(arguments).map(Path::of).toList();
        int runs = write(folders, folders.getFirst());
        System.out.println(runs + " runs in " + folders.getFirst().resolve("summary.html").toAbsolutePath());
    }

    /** Reads all runs below {@code folders} and writes both files into {@code into}; how many there were. */
    public static int write(List<Path> folders, Path into) {
        List<Run> runs = RunFile.read(folders);
        try {
            Files.writeString(into.resolve("summary.html"), SummaryPage.of(runs));
            Files.writeString(into.resolve("summary.md"), SummaryTables.of(runs));
        } catch (IOException e) {
            throw new UncheckedIOException("the summary cannot be written into " + into.toAbsolutePath(), e);
        }
        return runs.size();
    }
}
