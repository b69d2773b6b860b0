package org.tieredhdfs.hdfs.datanode.choose;

import java.lang.ref.Cleaner;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.util.MBeans;
import org.tieredhdfs.hdfs.datanode.choose.space.VolumeRecord;

/**
 * The JMX bean of a policy, {@code Hadoop:service=DataNode,name=TieredVolumeChoosing}.
 *
 * <p>A policy is never told that its DataNode has stopped, so the bean holds it weakly and goes
 * away with it. A second DataNode in one process gets a number behind the name.
 */
final class VolumeChoosingStatus<P> implements VolumeChoosingMXBean {
  static final String NAME = "TieredVolumeChoosing";

  private static final Cleaner CLEANER = Cleaner.create();
  private static final AtomicInteger COUNT = new AtomicInteger();

  private final String policyName;
  private final WeakReference<P> policy;
  private final Function<P, List<? extends VolumeRecord>> records;

  private VolumeChoosingStatus(P policy, Function<P, List<? extends VolumeRecord>> records) {
    this.policyName = policy.getClass().getSimpleName();
    this.policy = new WeakReference<>(policy);
    this.records = records;
  }

  /**
   * Shows a policy in JMX.
   *
   * @param records finds the volumes of the policy; must not hold the policy itself
   */
  static <P> void register(P policy, Function<P, List<? extends VolumeRecord>> records) {
    int number = COUNT.getAndIncrement();
    ObjectName name =
        MBeans.register(
            "DataNode",
            number == 0 ? NAME : NAME + "-" + number,
            new VolumeChoosingStatus<>(policy, records));
    if (name != null) {
      CLEANER.register(policy, () -> MBeans.unregister(name));
    }
  }

  @Override
  public String getPolicy() {
    return policyName;
  }

  @Override
  public List<VolumeStatus> getVolumes() {
    P live = policy.get();
    return live == null ? List.of() : records.apply(live).stream().map(VolumeStatus::new).toList();
  }
}
