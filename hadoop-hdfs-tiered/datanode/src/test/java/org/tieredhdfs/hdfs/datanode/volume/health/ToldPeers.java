package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.hdfs.cluster.PeerView;

/** Other DataNodes of which a test tells how many answer. */
final class ToldPeers extends PeerView {
  volatile int answering = Integer.MAX_VALUE;
  volatile boolean areMostAnswering = true;
  volatile long newsNanos = Long.MAX_VALUE;
  final AtomicInteger asked = new AtomicInteger();

  ToldPeers() {
    super(System::nanoTime);
  }

  @Override
  public boolean canSpare(StorageType type, int nodes, long sinceNanos) {
    return hasNewsSince(sinceNanos) && answering >= nodes;
  }

  @Override
  public boolean areMostAnswering(StorageType type, long sinceNanos) {
    return hasNewsSince(sinceNanos) && areMostAnswering;
  }

  @Override
  public boolean hasNewsSince(long sinceNanos) {
    return newsNanos == Long.MAX_VALUE || newsNanos - sinceNanos >= 0;
  }

  void ask() {
    asked.incrementAndGet();
  }
}
