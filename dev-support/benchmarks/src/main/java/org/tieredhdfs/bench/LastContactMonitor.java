package org.tieredhdfs.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/**
 * A thread that asks the NameNode a few times a second when it last heard of a DataNode.
 *
 * <p>Both run on this machine, so their clocks agree.
 */
final class LastContactMonitor implements AutoCloseable {
  private static final long INTERVAL_MS = 200;

  private final DistributedFileSystem fs;
  private final int transferPort;
  private final LongConsumer everyRound;
  private final Thread thread = new Thread(this::watch, "last contact");
  private volatile long longestMs;
  private volatile boolean isDeclaredDead;
  private volatile boolean isStopped;

  private LastContactMonitor(DistributedFileSystem fs, int transferPort, LongConsumer everyRound) {
    this.fs = fs;
    this.transferPort = transferPort;
    this.everyRound = everyRound;
    thread.setDaemon(true);
  }

  /**
   * @param everyRound called from the thread after each question, with the last answer in ms
   */
  static LastContactMonitor start(
      DistributedFileSystem fs, int transferPort, LongConsumer everyRound) {
    LastContactMonitor lastContact = new LastContactMonitor(fs, transferPort, everyRound);
    lastContact.thread.start();
    return lastContact;
  }

  private void watch() {
    while (!isStopped) {
      try {
        long sinceMs = sinceMs(fs, transferPort);
        if (sinceMs < 0) {
          isDeclaredDead = true;
        }
        longestMs = Math.max(longestMs, sinceMs);
        everyRound.accept(sinceMs);
        Thread.sleep(INTERVAL_MS);
      } catch (InterruptedException e) {
        return;
      } catch (IOException e) {
        // Only this process stops the NameNode, and then the figures are complete.
        isStopped = true;
      }
    }
  }

  /** Milliseconds since the last heartbeat of a live DataNode, -1 if the NameNode has it dead. */
  static long sinceMs(DistributedFileSystem fs, int transferPort) throws IOException {
    return Arrays.stream(fs.getDataNodeStats(DatanodeReportType.LIVE))
        .filter(node -> node.getXferPort() == transferPort)
        .mapToLong(DatanodeInfo::getLastUpdate)
        .map(atMs -> Math.max(0, System.currentTimeMillis() - atMs))
        .findFirst()
        .orElse(-1);
  }

  double longestSec() {
    return longestMs / 1_000.0;
  }

  boolean isDeclaredDead() {
    return isDeclaredDead;
  }

  @Override
  public void close() {
    isStopped = true;
    thread.interrupt();
  }
}
