package org.tieredhdfs.mover.api;

import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;

/**
 * Decides whether the service may move a file now; implemented by another module.
 *
 * <p>Implementations are found by {@link java.util.ServiceLoader}, need a public constructor
 * without parameters, and get the service's configuration if they are {@link
 * org.apache.hadoop.conf.Configurable}. A rule of the configuration names the one to be asked. One
 * instance is asked by many threads at a time.
 */
public interface MoveFilter {

  /** The name by which a rule names it; unique on the class path. */
  String name();

  /**
   * Judges a file, each time it is about to be moved.
   *
   * @param file as it is now, with its path
   * @param fileSystem the file system that it is in, as the service's user; not to be closed
   * @throws IOException if it cannot decide now; the service asks again later
   */
  MoveVerdict judge(FileStatus file, FileSystem fileSystem) throws IOException;
}
