package org.tieredhdfs.bench.write;

import org.tieredhdfs.linux.DeviceLimits;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterSpec;

/** What the volumes of the benchmark are made of: the only place that knows how they are asked. */
public enum WriteMedia {
  /** A tmpfs for each DataNode, of type RAMDISK, which to stock Hadoop is NVDIMM. */
  RAM("RAMDISK", "ALL_RAMDISK", "ALL_NVDIMM");

  /** Far more than is there at a time; a tmpfs takes what is used. */
  private static final long CAPACITY_BYTES = 12L << 30;

  private final String type;
  private final String policy;
  private final String stockPolicy;

  WriteMedia(String type, String policy, String stockPolicy) {
    this.type = type;
    this.policy = policy;
    this.stockPolicy = stockPolicy;
  }

  /** Asks for one volume a DataNode. */
  void addTo(ClusterSpec.Builder builder) {
    builder
        .layout(VolumeLayout.parse(type + "=1"))
        .profile(type, new MediaProfile(DeviceLimits.NONE, CAPACITY_BYTES));
  }

  /** The storage policy under which all replicas go there. */
  String policy(boolean stock) {
    return stock ? stockPolicy : policy;
  }
}
