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
 * Handles a DataNode whose storage types a NameNode refuses.
 *
 * <p>It logs the reason and retries, as stock code does, while another NameNode of the block pool
 * has accepted it or has not answered yet: one NameNode of an HA pair may be wrong, and will be
 * restarted. When all have refused it, it stops. In this package because woven code cannot name the
 * actors. Thread-safe.
 */
@NullMarked
public final class NameNodeRefusals {
  private static final Logger LOG = LoggerFactory.getLogger(NameNodeRefusals.class);

  private static final Set<BPServiceActor> REFUSED =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private NameNodeRefusals() {}

  /** Called before registering: keeps volumes of custom types from a stock NameNode. */
  public static void before(Object actor, Object pool, NamespaceInfo nameNode) throws IOException {
    String fault = HandshakeBridge.stockNameNodeFault(nameNode.getCapabilities());
    if (fault != null) {
      refuse(actor, pool, fault);
      throw new DifferentStorageTypesException(fault);
    }
  }

  /** Called after registering: checks whether the NameNode has refused this DataNode. */
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
      LOG.error("Every NameNode of {} refused this DataNode; it stops", pool);
      all.forEach(BPServiceActor::stop);
    }
  }
}
