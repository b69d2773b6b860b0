package org.tieredhdfs.bench.failslow.client;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A writer that appends records and has each acknowledged, in one file after the other. Steps are
 * taken by one thread; {@link #finish} comes behind the last.
 */
final class LogWriter {
  private final DistributedFileSystem fs;
  private final OperationLog log;
  private final OperationKind kind;
  private final FailSlowLoad load;
  private final long firstSeed;
  private final Deque<AcknowledgedFile> files = new ArrayDeque<>();

  private @Nullable FSDataOutputStream out;
  private Path path = new Path("/");
  private int records;
  private int begun;
  private long acknowledgedRecords;
  private long lostRecords;

  /**
   * @param kind of its operations: a flush or a sync
   * @param number of this writer, from which the seeds of its files are made
   */
  LogWriter(
      DistributedFileSystem fs,
      OperationLog log,
      OperationKind kind,
      FailSlowLoad load,
      int number) {
    this.fs = fs;
    this.log = log;
    this.kind = kind;
    this.load = load;
    this.firstSeed = number * 1_000_000L;
  }

  /** Appends a record, to a new file where there is none. */
  void step() throws IOException, InterruptedException {
    if (files.size() > load.keptFiles()) {
      fs.delete(checkOldest().path(), false);
    }
    try {
      FSDataOutputStream file = out;
      if (file == null) {
        file = create();
      }
      append(file);
      if (records == load.recordsOfAFile()) {
        close(file);
      }
    } catch (IOException | RuntimeException e) {
      abandon();
      throw e;
    }
  }

  private FSDataOutputStream create() throws IOException {
    begun++;
    path = new Path(kind.root(), "log-" + seed());
    FSDataOutputStream created = fs.create(path, true);
    out = created;
    return created;
  }

  private void append(FSDataOutputStream file) throws IOException {
    byte[] record =
        new KnownBytes(seed()).at((long) records * load.recordBytes(), load.recordBytes());
    log.time(
        kind,
        () -> {
          file.write(record);
          if (kind == OperationKind.HSYNC || kind == OperationKind.OTHER_HSYNC) {
            file.hsync();
          } else {
            file.hflush();
          }
        });
    records++;
  }

  private void close(FSDataOutputStream file) throws IOException {
    if (kind.isUnderTest()) {
      log.time(OperationKind.CLOSE, file::close);
    } else {
      file.close();
    }
    out = null;
    if (load.moves() && kind.isUnderTest()) {
      Path target = new Path(FailSlowLoad.MOVED, path.getName());
      if (!fs.rename(path, target)) {
        throw new IOException(path + " was not renamed to " + target);
      }
      path = target;
    }
    note();
  }

  /** Goes on with another file; what was acknowledged of this one has to be there all the same. */
  private void abandon() {
    FSDataOutputStream file = out;
    out = null;
    note();
    if (file != null) {
      try {
        file.close();
      } catch (IOException alreadyFailed) {
        return;
      }
    }
  }

  private void note() {
    if (records > 0) {
      files.add(new AcknowledgedFile(path, seed(), load.recordBytes(), records));
      acknowledgedRecords += records;
    }
    records = 0;
  }

  private long seed() {
    return firstSeed + begun;
  }

  /** Closes the last file. */
  void finish() {
    abandon();
  }

  /** Reads all files that are left again; to be called once. */
  void checkAll() throws IOException, InterruptedException {
    while (!files.isEmpty()) {
      checkOldest();
    }
  }

  private AcknowledgedFile checkOldest() throws IOException, InterruptedException {
    AcknowledgedFile oldest = files.removeFirst();
    lostRecords += oldest.lost(fs);
    return oldest;
  }

  /** Records whose flush or sync was acknowledged. */
  long acknowledgedRecords() {
    return acknowledgedRecords;
  }

  /** Those of them that were not there as they were written when their file was read again. */
  long lostRecords() {
    return lostRecords;
  }
}
