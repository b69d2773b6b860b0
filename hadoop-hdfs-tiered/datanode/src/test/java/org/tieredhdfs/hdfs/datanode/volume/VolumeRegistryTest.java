package org.tieredhdfs.hdfs.datanode.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.when;

import java.nio.channels.ClosedChannelException;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.RepeatedTest;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;

class VolumeRegistryTest {
  private final VolumeRegistry registry = new VolumeRegistry(100, 100, 30_000, 60);

  /** In whatever order it comes upon them. */
  @RepeatedTest(20)
  void aVolumeThatWasAddedAgainIsNotTakenForTheOneBeforeOnWhichACallIsStuck() throws Exception {
    FsVolumeSpi before = MockVolumes.volume("v1");
    VolumeState removed = registry.state(before);
    try (InFlight stuck = removed.begin("WRITE", IoClass.WRITE, 1)) {
      when(before.obtainReference()).thenThrow(new ClosedChannelException());
      assertThat(registry.find("v1")).isSameAs(removed);

      VolumeState again = registry.state(MockVolumes.volume("v1"));
      registry.forgetClosed();
      assertThat(registry.find("v1")).isSameAs(again);
      assertThat(removed.inFlight()).containsExactly(stuck);
    }
    registry.forgetClosed();
    assertThat(registry.all()).hasSize(1);
  }
}
