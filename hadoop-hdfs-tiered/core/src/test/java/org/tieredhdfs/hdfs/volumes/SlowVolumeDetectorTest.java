package org.tieredhdfs.hdfs.volumes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.metrics.OutlierDetector;
import org.junit.jupiter.api.Test;

class SlowVolumeDetectorTest {
  private static final int MIN_DISKS = 3;
  private static final int THRESHOLD_MS = 5;

  private final Map<String, StorageType> types = new HashMap<>();
  private final Map<String, Double> latenciesMs = new HashMap<>();
  private final OutlierDetector detector =
      new SlowVolumeDetector(MIN_DISKS, THRESHOLD_MS, () -> types);

  private void volumes(StorageType type, double... latencies) {
    for (double latencyMs : latencies) {
      String path = "/" + type + "/" + types.size();
      types.put(path, type);
      latenciesMs.put(path, latencyMs);
    }
  }

  @Test
  void diskBesideFlashIsNoOutlier() {
    volumes(StorageType.SSD, 0.2, 0.2, 0.3, 0.2, 0.2, 0.3);
    volumes(StorageType.DISK, 20, 25, 22);

    assertThat(new OutlierDetector(MIN_DISKS, THRESHOLD_MS).getOutliers(latenciesMs)).hasSize(3);
    assertThat(detector.getOutliers(latenciesMs)).isEmpty();
  }

  @Test
  void slowVolumeIsFoundAmongItsLikeAlthoughOthersAreSlower() {
    volumes(StorageType.SSD, 0.2, 0.2, 0.3, 15);
    volumes(StorageType.DISK, 20, 25, 22, 21, 20);

    assertThat(new OutlierDetector(MIN_DISKS, THRESHOLD_MS).getOutliers(latenciesMs)).isEmpty();
    assertThat(detector.getOutliers(latenciesMs)).containsOnly(Map.entry("/SSD/3", 15.0));
  }

  @Test
  void fewerVolumesOfATypeThanAreNeededAreNotCompared() {
    volumes(StorageType.SSD, 0.2, 50);
    volumes(StorageType.DISK, 20, 25, 22);

    assertThat(detector.getOutliers(latenciesMs)).isEmpty();
  }

  @Test
  void volumeThatWasRemovedMeanwhileIsLeftOut() {
    volumes(StorageType.SSD, 0.2, 0.2, 0.3);
    latenciesMs.put("/removed", 50.0);

    assertThat(detector.getOutliers(latenciesMs)).isEmpty();
  }

  @Test
  void settingsAreChangedWhileItRuns() {
    volumes(StorageType.SSD, 0.2, 0.3, 0.2, 4);
    assertThat(detector.getOutliers(latenciesMs)).isEmpty();

    detector.setLowThresholdMs(1);
    assertThat(detector.getOutliers(latenciesMs)).hasSize(1);

    detector.setMinNumResources(5);
    assertThat(detector.getOutliers(latenciesMs)).isEmpty();
  }
}
