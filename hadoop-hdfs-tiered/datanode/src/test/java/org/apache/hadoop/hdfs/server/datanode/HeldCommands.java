package org.apache.hadoop.hdfs.server.datanode;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.Uninterruptibles;

/**
 * Holds up the threads that carry out what NameNodes order of a DataNode, as a DataNode that has
 * just started.
 */
public final class HeldCommands {
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<BPServiceActor> actors;

  public HeldCommands(DataNode datanode, String pool) throws Exception {
    FetchedCommands commands = new FetchedCommands(datanode);
    actors = datanode.getBPOfferService(pool).getBPServiceActors();
    CountDownLatch held = new CountDownLatch(actors.size());
    for (BPServiceActor actor : actors) {
      commands.follow(
          actor,
          () -> {
            held.countDown();
            Uninterruptibles.awaitUninterruptibly(end);
          });
    }
    held.await();
  }

  /** Forgets what was to be told of single replicas; a process that ends has it no more. */
  public void forgetNews() {
    actors.forEach(actor -> actor.getIbrManager().clearIBRs());
  }

  public void release() {
    end.countDown();
  }
}
