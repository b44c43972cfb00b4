// SPDX-License-Identifier: Apache-2.0
package io.outcry.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory of this process alone among the temporary ones, for a program. It goes with the process, or, if that is killed, with the next one
 * of the same user: a lock in it, which ends with the process however that ends, says whose are still in use.
 *
 * <p>Its name cannot be guessed and only this user may enter it, so no one else can put a program of his own into it.
 */
final class ProgramFolder {

    private static final Logger LOG = LoggerFactory.getLogger(ProgramFolder.class);
    private static final String PREFIX = "outcry-redis-";
    private static final String LOCK = "lock";

    private final Path path;

    /** Open as long as the process lives. */
    private final FileChannel lock;

    private ProgramFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    static ProgramFolder make() throws IOException {
        while (true) {
            Path path = Files.createTempDirectory(PREFIX);
            path.toFile().deleteOnExit();
            Path file = path.resolve(LOCK);
            file.toFile().deleteOnExit();
            FileChannel lock = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            // Another process may have taken it for one that was left behind.
            if (lock.tryLock() != null && Files.exists(file)) {
                return new ProgramFolder(path, lock);
            }
            lock.close();
        }
    }

    Path path() {
        return path;
    }

    Path file(String name) {
        return path.resolve(name);
    }

    /** Removes the folders of this user's processes that were killed. To be called before this process makes another one. */
    void clearLeftBehind() {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(path.resolveSibling(""), PREFIX + "*")) {
            UserPrincipal user = Files.getOwner(path);
            for (Path found : folders) {
                // Of others nothing is touched, nor what a link of theirs leads to.
                if (!found.equals(path) && Files.isDirectory(found, LinkOption.NOFOLLOW_LINKS)
                        && Files.getOwner(found, LinkOption.NOFOLLOW_LINKS).equals(user)) {
                    clearIfLeftBehind(found);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            LOG.atDebug().setCause(e).log("the folders of killed processes cannot be removed, the next start tries again");
        }
    }

    private static void clearIfLeftBehind(Path folder) throws IOException {
        Path file = folder.resolve(LOCK);
        try (FileChannel dead = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            if (dead.tryLock() != null) {
                try (DirectoryStream<Path> programs = Files.newDirectoryStream(folder, "redis-server*")) {
                    for (Path program : programs) {
                        Files.deleteIfExists(program);
                    }
                }
                Files.deleteIfExists(file);
                Files.deleteIfExists(folder);
            }
        } catch (NoSuchFileException | OverlappingFileLockException e) {
            LOG.atDebug().addKeyValue("folder", folder).log("another start makes or removes this folder now, it is left alone");
        }
    }
}
