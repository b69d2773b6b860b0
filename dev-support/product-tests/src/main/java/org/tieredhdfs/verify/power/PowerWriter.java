package org.tieredhdfs.verify.power;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.tieredhdfs.verify.fixture.PromisedFile;

/**
 * Writes files one after the other, each in a different way, and records what was acknowledged,
 * until it is stopped or has no DataNode left.
 */
final class PowerWriter implements Runnable {
  /** The ways to write a file. */
  private enum Way {
    HFLUSH,
    HSYNC,
    SYNC_BLOCK,
    CLOSE,
    APPEND
  }

  private static final int MAX_PIECE_BYTES = 192 << 10;

  private final FileSystem fs;
  private final List<Path> directories;
  private final String name;
  private final SplittableRandom random;
  private final long blockBytes;
  private final boolean isSyncedOnClose;
  private final ConcurrentLinkedQueue<PromisedFile> files;
  private volatile boolean isStopped;

  /**
   * @param directories each with another policy
   * @param isSyncedOnClose whether DataNodes sync whatever is closed
   * @param files where it puts what it writes
   */
  PowerWriter(
      FileSystem fs,
      List<Path> directories,
      String name,
      SplittableRandom random,
      boolean isSyncedOnClose,
      ConcurrentLinkedQueue<PromisedFile> files) {
    this.fs = fs;
    this.directories = directories;
    this.name = name;
    this.random = random;
    this.blockBytes = fs.getDefaultBlockSize(directories.get(0));
    this.isSyncedOnClose = isSyncedOnClose;
    this.files = files;
  }

  void stop() {
    isStopped = true;
  }

  @Override
  public void run() {
    for (int number = 0; !isStopped; number++) {
      try {
        write(number);
      } catch (IOException machinesAreDark) {
        // Expected: the cut ends this writer. Acknowledged bytes are already marked.
        return;
      }
    }
  }

  private void write(int number) throws IOException {
    Way way = Way.values()[random.nextInt(Way.values().length)];
    Path path =
        new Path(
            directories.get(random.nextInt(directories.size())),
            name + "-" + number + "-" + way.name().toLowerCase(Locale.ROOT));
    int replicas = random.nextInt(3) == 0 ? 1 : 3;
    PromisedFile file = new PromisedFile(path, random.nextLong(), replicas, blockBytes);
    files.add(file);
    CreateFlag[] flags =
        way == Way.SYNC_BLOCK ? new CreateFlag[] {CreateFlag.SYNC_BLOCK} : new CreateFlag[0];
    piecesAndClose(file, file.create(fs, flags), way);
    closed(file, way);
    if (way == Way.APPEND) {
      file.opened();
      piecesAndClose(file, fs.append(path), Way.HSYNC);
      closed(file, Way.APPEND);
    }
  }

  /** HDFS throws the exception of a write once more at the close: it cannot suppress itself. */
  private void piecesAndClose(PromisedFile file, FSDataOutputStream out, Way way)
      throws IOException {
    try {
      pieces(file, out, way);
    } catch (IOException e) {
      IOUtils.closeStream(out);
      throw e;
    }
    out.close();
  }

  private void closed(PromisedFile file, Way way) {
    if (isSyncedOnClose || way == Way.SYNC_BLOCK) {
      file.closedSynced();
    } else {
      file.closed();
    }
  }

  private void pieces(PromisedFile file, FSDataOutputStream out, Way way) throws IOException {
    int count = 1 + random.nextInt(12);
    for (int i = 0; i < count && !isStopped; i++) {
      file.write(out, 1 + random.nextInt(MAX_PIECE_BYTES));
      switch (way) {
        case HFLUSH -> file.flush(out);
        case HSYNC, APPEND -> file.sync(out);
        case SYNC_BLOCK, CLOSE -> {}
      }
    }
  }
}
