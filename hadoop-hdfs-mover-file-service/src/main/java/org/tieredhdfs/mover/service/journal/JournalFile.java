package org.tieredhdfs.mover.service.journal;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.EnumSet;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.service.request.GivenUp;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.WaitingFile;

/** The journal file that is open for writing. Used by one thread at a time. */
final class JournalFile implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(JournalFile.class);
  private static final int BUFFER_BYTES = 4096;
  private static final long MIN_IDLE_BYTES = 16 << 20;

  private final DistributedFileSystem fileSystem;
  private final Path path;
  private final FSDataOutputStream stream;
  private final DataOutputStream out;
  private long firstBytes;

  /**
   * Creates a file that must not be there yet. It is replicated even where its directory says
   * otherwise, since HDFS does not sync erasure-coded files.
   */
  JournalFile(DistributedFileSystem fileSystem, Path path) throws IOException {
    this.fileSystem = fileSystem;
    this.path = path;
    Path directory = path.getParent();
    stream =
        fileSystem.create(
            path,
            null,
            EnumSet.of(CreateFlag.CREATE, CreateFlag.SYNC_BLOCK, CreateFlag.SHOULD_REPLICATE),
            BUFFER_BYTES,
            fileSystem.getDefaultReplication(directory),
            fileSystem.getDefaultBlockSize(directory),
            null);
    out = new DataOutputStream(new BufferedOutputStream(stream));
  }

  /** Where records are written to. */
  DataOutputStream out() {
    return out;
  }

  /** Brings all that was written to stable storage. */
  void sync() throws IOException {
    out.flush();
    stream.hsync();
  }

  /** Writes all that counts, as the first content of this file. */
  void begin(JournalState state) throws IOException {
    JournalRecords.usedIds(out, state.lastId());
    if (state.lastTransaction() != JournalState.NOTHING_SEEN) {
      JournalRecords.seen(out, state.lastTransaction());
    }
    for (RequestStatusProto status : state.finished()) {
      JournalRecords.finished(out, status);
    }
    for (GivenUp file : state.givenUp()) {
      JournalRecords.gaveUp(out, file);
    }
    LimitsProto limits = state.limits();
    if (limits != null) {
      JournalRecords.limits(out, limits);
    }
    for (RequestLife life : state.open().values()) {
      WaitingFile waiting = life.recordedWait();
      if (waiting == null) {
        JournalRecords.accepted(out, life.recorded());
      } else {
        JournalRecords.waits(out, life.recorded(), waiting);
      }
    }
    sync();
    firstBytes = stream.getPos();
  }

  /** Whether it may hold more that does not count any more than what counts. */
  boolean isMostlyIdle() {
    return stream.getPos() > 2 * firstBytes + MIN_IDLE_BYTES;
  }

  /** Removes a file that could not be begun; returns whether it is gone for sure. */
  boolean remove() {
    abandon();
    try {
      fileSystem.delete(path, false);
      return true;
    } catch (IOException e) {
      LOG.warn("Cannot delete {}, which is incomplete: {}", path, e.toString());
      return false;
    }
  }

  boolean isThere() throws IOException {
    return fileSystem.exists(path);
  }

  /** Closes a file of which it does not matter any more whether that succeeds. */
  void abandon() {
    IOUtils.cleanupWithLogger(LOG, stream);
  }

  @Override
  public void close() throws IOException {
    out.flush();
    stream.close();
  }
}
