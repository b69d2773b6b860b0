package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.apache.hadoop.hdfs.inotify.EventBatchList;
import org.apache.hadoop.hdfs.inotify.MissingEventsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.namenode.NamenodeLink;

/**
 * Reads the NameNode's event stream in batches. Unlike HDFS's own reader, it knows up to which
 * transaction it has read, even if transactions cause no events. For each reading, a NameNode
 * decodes its open edit segment from the start; one that takes long for it is asked to begin a new
 * one, after {@value #SHORTEST_SEGMENT} transactions and half a minute at the earliest. Used by one
 * thread; how far it is may be asked for by any.
 */
final class EventReader {
  private static final Logger LOG = LoggerFactory.getLogger(EventReader.class);
  private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(30);
  private static final long SLOW_NS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long SHORTEST_SEGMENT = 50_000;
  private static final long SHORTEST_SEGMENT_NS = TimeUnit.SECONDS.toNanos(30);

  private final NamenodeLink namenode;
  private volatile long position;
  private volatile long last;
  private long segmentStart;
  private long segmentNs = System.nanoTime();
  private long askedNs = segmentNs - SILENCE_NS;

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
   * @throws MissingEventsException if the NameNode has not kept all of it, or its transactions have
   *     gone back; the next call continues with those that it has
   */
  List<EventBatch> read() throws IOException, MissingEventsException {
    long startNs = System.nanoTime();
    EventBatchList told = namenode.events(position + 1);
    long endNs = System.nanoTime();
    if (told.getLastTxid() < 0) {
      if (endNs - askedNs >= SILENCE_NS) {
        askedNs = endNs;
        requireNotBehind();
      }
      return List.of();
    }
    long expected = position + 1;
    if (told.getFirstTxid() != expected) {
      position = told.getFirstTxid() - 1;
      throw new MissingEventsException(expected, told.getFirstTxid());
    }
    position = told.getLastTxid();
    last = Math.max(position, told.getSyncTxid());
    if (endNs - startNs > SLOW_NS
        && last - segmentStart >= SHORTEST_SEGMENT
        && endNs - segmentNs >= SHORTEST_SEGMENT_NS) {
      segmentStart = last;
      segmentNs = endNs;
      beginSegment();
    }
    return told.getBatches();
  }

  /** A NameNode that was set back to an older image would tell nothing until it is as far again. */
  private void requireNotBehind() throws IOException, MissingEventsException {
    long newest = namenode.lastTransaction();
    if (newest >= 0 && newest < position) {
      MissingEventsException gone = new MissingEventsException(newest + 1, position + 1);
      position = newest;
      last = newest;
      throw gone;
    }
  }

  private void beginSegment() {
    try {
      namenode.rollEdits();
    } catch (IOException e) {
      LOG.info("The NameNode begins no new edit segment, though reading this one takes long", e);
    }
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
