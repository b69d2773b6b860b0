package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.metrics2.util.MBeans;
import org.apache.hadoop.util.Time;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.agree.DifferentStorageTypesException;
import org.tieredhdfs.hdfs.agree.HandshakeBridge;
import org.tieredhdfs.hdfs.agree.NameNodeRefusalsMXBean;
import org.tieredhdfs.hdfs.agree.Refusal;
import org.tieredhdfs.hdfs.agree.RegisteredTables;

/**
 * The NameNodes that refuse this process's DataNode for its storage types, shown in its JMX.
 *
 * <p>None of them ends the DataNode: whoever has the wrong table may be restarted with the right
 * one. Stock code asks again with each heartbeat, and every 5 seconds while it starts; here most of
 * that is held back, unless the NameNode was restarted. In this package because woven code cannot
 * name the actors. Thread-safe.
 */
@NullMarked
public final class NameNodeRefusals implements NameNodeRefusalsMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(NameNodeRefusals.class);

  /** By the actor that was refused; guarded by itself. */
  private static final Map<BPServiceActor, Refusal> REFUSALS = new WeakHashMap<>();

  private static final AtomicBoolean IS_PUBLISHED = new AtomicBoolean();

  private NameNodeRefusals() {}

  /** Shows refusals in JMX from now on. */
  public static void publish() {
    if (IS_PUBLISHED.compareAndSet(false, true)) {
      MBeans.register("DataNode", RegisteredTables.NAME, new NameNodeRefusals());
    }
  }

  /**
   * Called before registering: keeps volumes of custom types from a stock NameNode, and pauses
   * between tries.
   *
   * @throws RemoteException which stock code takes for the NameNode's answer
   */
  public static void before(Object actor, NamespaceInfo nameNode) throws IOException {
    String fault = HandshakeBridge.stockNameNodeFault(nameNode.getCapabilities());
    if (fault != null) {
      refused((BPServiceActor) actor, nameNode, fault);
      throw refusal(fault);
    }
    synchronized (REFUSALS) {
      Refusal last = REFUSALS.get(actor);
      if (last != null && last.isPausing(nameNode.getCapabilities(), Time.monotonicNow())) {
        throw refusal(last.sentence());
      }
    }
  }

  private static RemoteException refusal(String sentence) {
    return new RemoteException(DifferentStorageTypesException.class.getName(), sentence);
  }

  /** Called after registering: notes the NameNode's answer. */
  public static void after(Object actor, NamespaceInfo nameNode, @Nullable Throwable thrown) {
    if (thrown instanceof RemoteException remote
        && DifferentStorageTypesException.class.getName().equals(remote.getClassName())) {
      refused((BPServiceActor) actor, nameNode, String.valueOf(remote.getMessage()));
    } else if (thrown == null || thrown instanceof RemoteException) {
      synchronized (REFUSALS) {
        if (REFUSALS.remove(actor) == null) {
          return;
        }
      }
      LOG.info("{}: storage types are accepted now", actor);
    }
  }

  private static void refused(BPServiceActor actor, NamespaceInfo nameNode, String sentence) {
    Refusal last;
    synchronized (REFUSALS) {
      last = REFUSALS.get(actor);
      REFUSALS.put(
          actor, Refusal.after(last, sentence, nameNode.getCapabilities(), Time.monotonicNow()));
    }
    if (last == null || !last.sentence().equals(sentence)) {
      LOG.warn("{}, which is asked again until it accepts: {}", actor, sentence);
    }
  }

  @Override
  public String getStorageTypes() {
    return HandshakeBridge.table();
  }

  @Override
  public List<String> getRefusals() {
    List<String> shown = new ArrayList<>();
    synchronized (REFUSALS) {
      REFUSALS.forEach(
          (actor, refusal) -> {
            if (actor.bpThread.isAlive()) {
              shown.add(actor.getNNSocketAddress() + " " + refusal);
            }
          });
    }
    return shown;
  }
}
