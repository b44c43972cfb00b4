// SPDX-License-Identifier: Apache-2.0
package io.outcry.gatling.run;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Runs as files, each in the folder of its run. */
public final class RunFile {

    private static final String NAME = "run.json";
    private static final int DEPTH = 4;
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private RunFile() {}

    /**
     * Writes a run into the newest folder that Gatling has made for its simulation.
     *
     * @param results where Gatling puts the folders of all runs
     * @return the file
     */
    public static Path write(Path results, Run run) {
        String prefix = (run.simulation() + "simulation-").toLowerCase(Locale.ROOT);
        try {
            Files.createDirectories(results);
            Path folder;
            try (Stream<Path> folders = Files.list(results)) {
                folder = folders.filter(Files::isDirectory).filter(each -> each.getFileName().toString().startsWith(prefix))
                        .max(Comparator.comparing(each -> each.getFileName().toString()))
                        .orElseThrow(() -> new IOException("no folder " + prefix + "..."));
            }
            Path file = folder.resolve(NAME);
            JSON.writeValue(file.toFile(), run);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("the run cannot be written below " + results.toAbsolutePath(), e);
        }
    }

    /** All runs in and below the folders, the oldest first. */
    public static List<Run> read(List<Path> folders) {
        return folders.stream().flatMap(folder -> below(folder).stream()).sorted(Comparator.comparing(Run::started)).toList();
    }

    private static List<Run> below(Path folder) {
        try (Stream<Path> files = Files.walk(folder, DEPTH)) {
            return files.filter(file -> file.endsWith(NAME)).map(RunFile::one).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("no runs can be read below " + folder.toAbsolutePath(), e);
        }
    }

    private static Run one(Path file) {
        try {
            return JSON.readValue(file.toFile(), Run.class);
        } catch (IOException e) {
            throw new UncheckedIOException("not a run: " + file, e);
        }
    }
}
