package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.ipc.RemoteException;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.agree.DifferentStorageTypesException;
import org.tieredhdfs.hdfs.agree.HandshakeBridge;

/**
 * What a DataNode does when its storage types keep it from working with a NameNode.
 *
 * <p>It says why, and tries again, as stock does, as long as another NameNode of the block pool has
 * accepted it or has not answered yet: of an HA pair one may be wrong, and will be restarted. When
 * all have refused it stops. In this package because the actors are, which woven code cannot name.
 * Thread-safe.
 */
@NullMarked
public final class NameNodeRefusals {
  private static final Logger LOG = LoggerFactory.getLogger(NameNodeRefusals.class);

  private static final Set<BPServiceActor> REFUSED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private NameNodeRefusals() {}

  /** Before registering: a stock NameNode does not get volumes of types that it does not know. */
  public static void before(Object actor, Object pool, NamespaceInfo nameNode) throws IOException {
    String fault = HandshakeBridge.stockNameNodeFault(nameNode.getCapabilities());
    if (fault != null) {
      refuse(actor, pool, fault);
      throw new DifferentStorageTypesException(fault);
    }
  }

  /** After registering: looks whether the NameNode has turned this DataNode away. */
  public static void after(Object actor, Object pool, @Nullable Throwable thrown) {
    if (thrown == null) {
      REFUSED.remove(actor);
    } else if (thrown instanceof RemoteException remote
        && DifferentStorageTypesException.class.getName().equals(remote.getClassName())) {
      refuse(actor, pool, remote.getMessage());
    }
  }

  private static void refuse(Object actor, Object pool, @Nullable String sentence) {
    LOG.error("{}: {}", actor, sentence);
    REFUSED.add((BPServiceActor) actor);
    List<BPServiceActor> all = ((BPOfferService) pool).getBPServiceActors();
    if (REFUSED.containsAll(all)) {
      LOG.error("No NameNode of {} takes this DataNode: it stops", pool);
      all.forEach(BPServiceActor::stop);
    }
  }
}
