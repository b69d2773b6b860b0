package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.hadoop.hdfs.server.datanode.fsdataset.DataNodeVolumeMetrics;
import org.apache.hadoop.metrics2.impl.MetricsSystemImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.Test;

class ProfiledIoTest {
  private final ProfiledIo io = new ProfiledIo();
  private final DataNodeVolumeMetrics metrics =
      DefaultMetricsSystem.instance()
          .register(
              "ProfiledIoTest",
              null,
              new DataNodeVolumeMetrics(new MetricsSystemImpl(), "ProfiledIoTest", new int[0]));

  @Test
  void addsUpWhatWasSampled() {
    metrics.addSyncIoLatency(300);
    metrics.addWriteIoLatency(100);
    io.poll(metrics, 100, 1);
    assertThat(io.totalBusySec()).isCloseTo(0.4, within(1e-6));
    metrics.addSyncIoLatency(200);
    io.poll(metrics, 100, 1);
    assertThat(io.totalBusySec()).isCloseTo(0.6, within(1e-6));
    io.poll(metrics, 100, 1);
    assertThat(io.totalBusySec()).isCloseTo(0.6, within(1e-6));
  }

  @Test
  void scalesSamplesUpAndCutsOverlapAtTheTimeThatWentBy() {
    metrics.addSyncIoLatency(50);
    io.poll(metrics, 10, 2);
    assertThat(io.totalBusySec()).isCloseTo(0.5, within(1e-6));
    metrics.addSyncIoLatency(5000);
    io.poll(metrics, 10, 2);
    assertThat(io.totalBusySec()).isCloseTo(2.5, within(1e-6));
  }

  @Test
  void aVolumeWithoutMetricsTellsNothing() {
    io.poll(null, 100, 1);
    assertThat(io.totalBusySec()).isZero();
  }
}
