package org.tieredhdfs.upstream;

import java.io.File;
import java.nio.file.Files;

/** The directory in which a test class worked. */
final class WorkTree {
  private WorkTree() {}

  /**
   * Deletes what is there, also directories whose permissions a test took away.
   *
   * @return whether all of it is gone; the script removes what is left with the whole work
   *     directory
   */
  static boolean delete(File entry) {
    if (entry.isDirectory() && !Files.isSymbolicLink(entry.toPath())) {
      boolean opened =
          entry.setReadable(true) && entry.setWritable(true) && entry.setExecutable(true);
      File[] children = opened ? entry.listFiles() : null;
      if (children != null) {
        for (File child : children) {
          delete(child);
        }
      }
    }
    return entry.delete();
  }
}
