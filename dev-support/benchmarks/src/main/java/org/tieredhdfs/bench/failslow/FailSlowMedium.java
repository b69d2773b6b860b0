package org.tieredhdfs.bench.failslow;

import java.util.LinkedHashMap;
import java.util.Map;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.report.Side;

/** A medium of the benchmark, all of them on emulated devices, so that each can fail. */
enum FailSlowMedium {
  RAM("RAMDISK", "ALL_RAMDISK", MediumModel.RAM, 5, 2, 200),
  SSD("SSD", "ALL_SSD", MediumModel.SSD, 5, 8, 500),
  /** A hard disk keeps to its model at full speed on two processors; the others do not. */
  DISK("DISK", "HOT", MediumModel.HDD, 1, 16, 5_000);

  /** Two SSDs, so that a DataNode can compare one with the other. */
  static final String LAYOUT = "RAMDISK=1,SSD=2,DISK=1";

  private final String label;
  private final String policy;
  private final MediumModel model;
  private final double slowness;
  private final int capacityGb;
  private final long cutoffMs;

  FailSlowMedium(
      String label,
      String policy,
      MediumModel model,
      double slowness,
      int capacityGb,
      long cutoffMs) {
    this.label = label;
    this.policy = policy;
    this.model = model;
    this.slowness = slowness;
    this.capacityGb = capacityGb;
    this.cutoffMs = cutoffMs;
  }

  static Map<String, MediaProfile> profiles() {
    Map<String, MediaProfile> profiles = new LinkedHashMap<>();
    for (FailSlowMedium medium : values()) {
      profiles.put(
          medium.label,
          new MediaProfile(medium.model, medium.slowness, (long) medium.capacityGb << 30));
    }
    return profiles;
  }

  /** Its storage type in the layout of the cluster. */
  String label() {
    return label;
  }

  /** The storage policy for all replicas there; stock Hadoop's memory is NVDIMM. */
  String policy(Side side) {
    return this == RAM && side == Side.STOCK ? "ALL_NVDIMM" : policy;
  }

  /** The default of this project's cut-off time for the type. */
  long cutoffMs() {
    return cutoffMs;
  }
}
