package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.StorageType;

/** Other DataNodes of which a test tells how many answer. */
final class ToldPeers implements Peers {
  volatile int answering = Integer.MAX_VALUE;
  volatile boolean areMostAnswering = true;
  volatile long newsNanos = Long.MAX_VALUE;
  final AtomicInteger asked = new AtomicInteger();

  @Override
  public boolean canSpare(StorageType type, int nodes, long sinceNanos) {
    return haveNewsSince(sinceNanos) && answering >= nodes;
  }

  @Override
  public boolean areMostAnswering(StorageType type, long sinceNanos) {
    return haveNewsSince(sinceNanos) && areMostAnswering;
  }

  @Override
  public boolean haveNewsSince(long sinceNanos) {
    return newsNanos == Long.MAX_VALUE || newsNanos - sinceNanos >= 0;
  }

  @Override
  public void ask() {
    asked.incrementAndGet();
  }
}
