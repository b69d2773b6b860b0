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
 * All NameNodes of a cluster, one or those of an HA pair, for what has to be done on each.
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
      // the active one first: the others can only save what they have read from it
      InetSocketAddress active = HAUtil.getAddressOfActive(fs);
      all.sort(Comparator.comparing(one -> !one.address.equals(active)));
    } else {
      all.add(new One(fs.getClient().getNamenode(), HAUtil.getAddressOfActive(fs)));
    }
  }

  /**
   * Has every NameNode write an image of the whole namespace, in safe mode for the while: a standby
   * that starts from an image of its own must not meet older edits.
   *
   * @return what was done, a line for each
   */
  List<String> checkpoint() throws IOException {
    List<String> done = new ArrayList<>();
    List<ClientProtocol> entered = new ArrayList<>();
    try {
      for (One nameNode : all) {
        if (!nameNode.calls.setSafeMode(SafeModeAction.SAFEMODE_GET, false)) {
          nameNode.calls.setSafeMode(SafeModeAction.SAFEMODE_ENTER, false);
          entered.add(nameNode.calls);
        }
      }
      long last = all.get(0).calls.getCurrentEditLogTxid();
      for (One nameNode : all) {
        awaitTransaction(nameNode, last);
        nameNode.calls.saveNamespace(0, 0);
        done.add("Namespace saved on " + nameNode.address);
      }
    } finally {
      for (ClientProtocol nameNode : entered) {
        nameNode.setSafeMode(SafeModeAction.SAFEMODE_LEAVE, false);
      }
    }
    return done;
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
