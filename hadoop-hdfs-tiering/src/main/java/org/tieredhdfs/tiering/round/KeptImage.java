package org.tieredhdfs.tiering.round;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.FileUtils;
import org.jspecify.annotations.Nullable;

/**
 * The newest image that a process has fetched, on local disk. Used by one thread.
 *
 * <p>In a folder whose name has the number of the process: what a process has left that is gone is
 * deleted by the next one of the same user, what another one uses is not.
 */
final class KeptImage implements Closeable {
  /** Of this process: others in it may have the same prefix. */
  private static final Set<Path> IN_USE = ConcurrentHashMap.newKeySet();

  private final Path temporary;
  private final String prefix;
  private @Nullable Path folder;
  private @Nullable File file;
  private long fetchedNs;

  /**
   * @param temporary where its folder is made
   * @param cluster told apart by this part of the folder's name
   */
  KeptImage(Path temporary, String cluster) {
    this.temporary = temporary;
    this.prefix = "tiering-rules-" + cluster.replaceAll("[^A-Za-z0-9.]", "_") + "-";
  }

  /** Where images come from. */
  @FunctionalInterface
  interface Source {
    /** Puts the newest one into an empty folder. */
    File newestImage(Path folder) throws IOException;
  }

  /** Fetches the newest one; until then the one of before stays, if both have room. */
  void fetch(Source source) throws IOException {
    deleteLeft();
    File before = file();
    if (before != null && temporary.toFile().getUsableSpace() < before.length() * 5 / 4) {
      close();
    }
    // for its owner alone: an image holds all names, and keys
    Path fresh = Files.createTempDirectory(temporary, prefix + ProcessHandle.current().pid() + "-");
    IN_USE.add(fresh);
    File newest;
    try {
      newest = source.newestImage(Files.createDirectory(fresh.resolve("image")));
    } catch (IOException | RuntimeException e) {
      delete(fresh);
      throw e;
    }
    close();
    folder = fresh;
    file = newest;
    fetchedNs = System.nanoTime();
  }

  /** The image; null if there is none, or not any more. */
  @Nullable File file() {
    return file != null && file.exists() ? file : null;
  }

  /** Its folder, where other files may be put. */
  Path folder() {
    Path there = folder;
    if (there == null) {
      throw new IllegalStateException("there is no image");
    }
    return there;
  }

  /** How long it is there, in milliseconds. */
  long ageMs() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - fetchedNs);
  }

  /** What this user's processes have left that were killed. */
  private void deleteLeft() throws IOException {
    String me = System.getProperty("user.name");
    try (DirectoryStream<Path> left = Files.newDirectoryStream(temporary, prefix + "*")) {
      for (Path one : left) {
        if (!isUsed(one) && Files.getOwner(one, LinkOption.NOFOLLOW_LINKS).getName().equals(me)) {
          FileUtils.deleteQuietly(one.toFile());
        }
      }
    }
  }

  private boolean isUsed(Path one) {
    String number = one.getFileName().toString().substring(prefix.length()).split("-", 2)[0];
    long process = number.matches("[0-9]{1,18}") ? Long.parseLong(number) : -1;
    return process == ProcessHandle.current().pid()
        ? IN_USE.contains(one)
        : process >= 0 && ProcessHandle.of(process).isPresent();
  }

  private static void delete(Path one) {
    FileUtils.deleteQuietly(one.toFile());
    IN_USE.remove(one);
  }

  /** Deletes the image. */
  @Override
  public void close() {
    Path there = folder;
    folder = null;
    file = null;
    if (there != null) {
      delete(there);
    }
  }
}
