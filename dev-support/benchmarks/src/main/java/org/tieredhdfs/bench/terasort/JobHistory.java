package org.tieredhdfs.bench.terasort;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;

/**
 * The files in which application masters leave the history of their jobs: a client cannot ask for
 * the counters of a job that has ended without a history server, which only reads these files, too.
 * Used by one thread.
 */
final class JobHistory {
  /** Where they are, by the configuration of the jobs. */
  static final String FOLDER = "/mapreduce/history";

  private static final String SUFFIX = ".jhist";
  private static final long LIMIT_SEC = 600;
  private static final long POLL_MS = 100;

  private final FileSystem fs;
  private final Set<Path> seen = new HashSet<>();

  JobHistory(FileSystem fs) {
    this.fs = fs;
  }

  /**
   * The job that has just ended: the only one that has not been returned yet.
   *
   * @throws IOException if its file does not appear within ten minutes
   */
  JobInfo next() throws IOException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SEC);
    while (System.nanoTime() - endNs < 0) {
      Optional<Path> file = unseen();
      if (file.isPresent()) {
        seen.add(file.get());
        return new JobHistoryParser(fs, file.get()).parse();
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
    throw new IOException("there is no new file below " + FOLDER);
  }

  private Optional<Path> unseen() throws IOException {
    try {
      RemoteIterator<LocatedFileStatus> files = fs.listFiles(new Path(FOLDER), true);
      while (files.hasNext()) {
        Path path = files.next().getPath();
        if (path.getName().endsWith(SUFFIX) && !seen.contains(path)) {
          return Optional.of(path);
        }
      }
      return Optional.empty();
    } catch (FileNotFoundException notYet) {
      return Optional.empty();
    }
  }
}
