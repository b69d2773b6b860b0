package org.tieredhdfs.hdfs.downgrade;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HAUtil;
import org.apache.hadoop.hdfs.HAUtilClient;
import org.apache.hadoop.hdfs.NameNodeProxies;
import org.apache.hadoop.hdfs.NameNodeProxiesClient.ProxyAndInfo;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.SafeModeAction;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * All NameNodes of a cluster, a single one or an HA pair, for operations on each.
 *
 * <p>Used by one thread.
 */
final class NameNodes {
  /** A standby reads edits once a minute, unless told otherwise. */
  private static final long CATCH_UP_LIMIT_MS = 180_000;

  private static final long LOOK_MS = 500;

  private final Configuration conf;
  private final List<One> all = new ArrayList<>();

  private record One(ClientProtocol calls, InetSocketAddress address) {}

  NameNodes(DistributedFileSystem fs) throws IOException {
    this.conf = fs.getConf();
    if (HAUtilClient.isLogicalUri(conf, fs.getUri())) {
      for (ProxyAndInfo<ClientProtocol> proxy :
          HAUtil.getProxiesForAllNameNodesInNameservice(
              conf, fs.getUri().getHost(), ClientProtocol.class)) {
        all.add(new One(proxy.getProxy(), proxy.getAddress()));
      }
      // the active one first: the others save what they have read from it
      InetSocketAddress active = HAUtil.getAddressOfActive(fs);
      all.sort(Comparator.comparing(one -> !one.address.equals(active)));
    } else {
      all.add(new One(fs.getClient().getNamenode(), HAUtil.getAddressOfActive(fs)));
    }
  }

  /**
   * Has an image written that holds everything up to now.
   *
   * <p>With HA the standbys write it, after they have read all edits: clients do not notice, and a
   * standby that restarts from its own image reads no older edits. A single NameNode is in safe
   * mode meanwhile.
   *
   * @return what was done, a line for each
   */
  List<String> checkpoint() throws IOException {
    List<String> done = new ArrayList<>();
    long last = all.size() == 1 ? 0 : all.get(0).calls.rollEdits() - 1;
    for (One nameNode : savers()) {
      awaitTransaction(nameNode, last);
      save(nameNode.calls);
      done.add("Namespace saved on " + nameNode.address);
    }
    return done;
  }

  private List<One> savers() {
    return all.size() == 1 ? all : all.subList(1, all.size());
  }

  /** The NameNode that has the newest image after a checkpoint. */
  InetSocketAddress imageHolder() {
    return savers().get(0).address;
  }

  private static void save(ClientProtocol nameNode) throws IOException {
    boolean isSafe = nameNode.setSafeMode(SafeModeAction.SAFEMODE_GET, false);
    if (!isSafe) {
      nameNode.setSafeMode(SafeModeAction.SAFEMODE_ENTER, false);
    }
    try {
      nameNode.saveNamespace(0, 0);
    } finally {
      if (!isSafe) {
        nameNode.setSafeMode(SafeModeAction.SAFEMODE_LEAVE, false);
      }
    }
  }

  private void awaitTransaction(One nameNode, long transaction) throws IOException {
    NamenodeProtocol calls =
        NameNodeProxies.createNonHAProxy(
                conf,
                nameNode.address,
                NamenodeProtocol.class,
                UserGroupInformation.getCurrentUser(),
                true)
            .getProxy();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CATCH_UP_LIMIT_MS);
    while (calls.getTransactionID() < transaction) {
      if (System.nanoTime() > end) {
        throw new IOException(
            nameNode.address + " has not read the edits up to " + transaction + " in time");
      }
      try {
        Thread.sleep(LOOK_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while waiting for " + nameNode.address, e);
      }
    }
  }
}
