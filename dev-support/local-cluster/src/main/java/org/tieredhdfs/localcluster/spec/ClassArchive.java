package org.tieredhdfs.localcluster.spec;

import java.nio.file.Path;

/**
 * An archive of the classes that a daemon has loaded (application class-data sharing), from which
 * others with the same class path start with less work.
 *
 * <p>Java takes one only if the class path up to the last class in it is jars that have not changed
 * since. So the directories with the configuration come behind the jars then. What does not fit is
 * told in the daemon's output, and loaded as without an archive.
 *
 * @param file the archive
 * @param isWritten whether the daemon makes it when it ends by itself, or starts from it
 */
public record ClassArchive(Path file, boolean isWritten) {

  /** Java's option for it. */
  public String option() {
    return (isWritten ? "-XX:ArchiveClassesAtExit=" : "-XX:SharedArchiveFile=") + file;
  }
}
