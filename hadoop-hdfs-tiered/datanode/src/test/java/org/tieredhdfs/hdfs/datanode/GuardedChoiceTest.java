package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.AvailableSpaceVolumeChoosingPolicy;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.RoundRobinVolumeChoosingPolicy;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.hdfs.datanode.choose.LatencyAwareVolumeChoosingPolicy;
import org.tieredhdfs.hdfs.datanode.choose.StorageTypeRoundRobinVolumeChoosingPolicy;
import org.tieredhdfs.waits.Waits;

/** Whatever policy is configured, it is not shown a volume that does not answer. */
class GuardedChoiceTest {
  private static final int FILES = 6;

  @TempDir File folder;

  @ParameterizedTest
  @ValueSource(
      classes = {
        RoundRobinVolumeChoosingPolicy.class,
        AvailableSpaceVolumeChoosingPolicy.class,
        StorageTypeRoundRobinVolumeChoosingPolicy.class,
        LatencyAwareVolumeChoosingPolicy.class
      })
  void noBlockGoesToAHungVolumeAndTurnsGoOnAfterwards(Class<?> policy) throws Exception {
    Configuration conf = OneNode.configuration(true);
    conf.set(DFSConfigKeys.DFS_DATANODE_FSDATASET_VOLUME_CHOOSING_POLICY_KEY, policy.getName());
    try (OneNode node = new OneNode(folder, conf)) {
      FsVolumeImpl hung = node.volume(StorageType.SSD);
      write(node, "before", hung);
      node.fault.hang(hung, VolumeFault.CHANGES);
      Background<Boolean> stuck =
          new Background<>(
              "user of the hung volume",
              () -> {
                node.datanode.getFileIoProvider().mkdirs(hung, new File(folder, "stuck"));
                return true;
              });
      Waits.until(
          "the hang is found", Duration.ofMinutes(1), () -> node.state(StorageType.SSD).isHung());
      assertThat(write(node, "while", hung)).isZero();
      assertThat(volumesShownAsHung(policy)).isEqualTo(isOurs(policy) ? 1 : 0);

      node.fault.answer();
      assertThat(stuck.get(30_000)).isTrue();
      Waits.until(
          "it is well again", Duration.ofMinutes(1), () -> !node.state(StorageType.SSD).isHung());
      if (!policy.equals(AvailableSpaceVolumeChoosingPolicy.class)) {
        // Ours remember for a second that it had no room
        AtomicInteger round = new AtomicInteger();
        Waits.until(
            "turns go on",
            Duration.ofMinutes(1),
            () -> write(node, "after" + round.incrementAndGet() + "-", hung) > 0);
      }
    }
  }

  /** Writes files and tells how many of them came to lie on a volume. */
  private static int write(OneNode node, String name, FsVolumeImpl volume) throws Exception {
    int there = 0;
    for (int i = 0; i < FILES; i++) {
      Path file = new Path(OneNode.SSD, name + i);
      DFSTestUtil.createFile(node.fs, file, 1024, (short) 1, i);
      LocatedBlock block = DFSTestUtil.getAllBlocks(node.fs, file).get(0);
      there += block.getStorageIDs()[0].equals(volume.getStorageID()) ? 1 : 0;
    }
    return there;
  }

  private static boolean isOurs(Class<?> policy) {
    return policy.getName().startsWith("org.tieredhdfs.");
  }

  private static int volumesShownAsHung(Class<?> policy) throws Exception {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    int hung = 0;
    for (ObjectName name :
        beans.queryNames(new ObjectName("Hadoop:service=DataNode,name=*"), null)) {
      if (beans.getMBeanInfo(name).getAttributes().length > 0
          && name.getKeyProperty("name").startsWith("TieredVolumeChoosing")
          && policy.getSimpleName().equals(beans.getAttribute(name, "Policy"))) {
        for (CompositeData volume : (CompositeData[]) beans.getAttribute(name, "Volumes")) {
          hung += "HUNG".equals(volume.get("state")) ? 1 : 0;
        }
      }
    }
    return hung;
  }
}
