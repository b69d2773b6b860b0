package org.tieredhdfs.hdfs.datanode.guard;

import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.PromptHeartbeats;
import org.tieredhdfs.hdfs.cluster.PeerView;
import org.tieredhdfs.hdfs.datanode.volume.health.Peers;

/** What NameNodes tell a DataNode of the others, with their answers to its heartbeats. */
public final class PeersOfNameNode implements Peers {
  private final PeerView view;
  private final PromptHeartbeats heartbeats;

  public PeersOfNameNode(DataNode datanode) {
    this.view = PeerView.of(datanode);
    this.heartbeats = new PromptHeartbeats(datanode, System::nanoTime);
  }

  @Override
  public boolean canSpare(StorageType type, int nodes, long sinceNanos) {
    return view.canSpare(type, nodes, sinceNanos);
  }

  @Override
  public boolean areMostAnswering(StorageType type, long sinceNanos) {
    return view.areMostAnswering(type, sinceNanos);
  }

  @Override
  public boolean haveNewsSince(long sinceNanos) {
    return view.hasNewsSince(sinceNanos);
  }

  @Override
  public void ask() {
    heartbeats.send();
  }
}
