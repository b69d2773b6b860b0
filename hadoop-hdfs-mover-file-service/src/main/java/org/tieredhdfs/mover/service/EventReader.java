package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.apache.hadoop.hdfs.inotify.EventBatchList;
import org.apache.hadoop.hdfs.inotify.MissingEventsException;
import org.tieredhdfs.mover.namenode.NamenodeLink;

/**
 * Reads the NameNode's event stream in batches. Unlike HDFS's own reader, it knows up to which
 * transaction it has read, even if transactions cause no events. Used by one thread; how far it is
 * may be asked for by any.
 */
final class EventReader {
  private final NamenodeLink namenode;
  private volatile long position;
  private volatile long last;

  /**
   * @param position the last transaction that is not told any more
   */
  EventReader(NamenodeLink namenode, long position) {
    this.namenode = namenode;
    this.position = position;
    this.last = position;
  }

  /**
   * The next events; empty if there are none.
   *
   * @throws MissingEventsException if the NameNode has not kept all of it; the next call continues
   *     behind the gap
   */
  List<EventBatch> read() throws IOException, MissingEventsException {
    EventBatchList told = namenode.events(position + 1);
    if (told.getLastTxid() < 0) {
      return List.of();
    }
    long expected = position + 1;
    if (told.getFirstTxid() != expected) {
      position = told.getFirstTxid() - 1;
      throw new MissingEventsException(expected, told.getFirstTxid());
    }
    position = told.getLastTxid();
    last = Math.max(position, told.getSyncTxid());
    return told.getBatches();
  }

  /** The transaction up to which all events were read. */
  long position() {
    return position;
  }

  /** Whether the last read reached the end of the stream. */
  boolean isCaughtUp() {
    return position >= last;
  }

  long transactionsBehind() {
    return Math.max(0, last - position);
  }
}
