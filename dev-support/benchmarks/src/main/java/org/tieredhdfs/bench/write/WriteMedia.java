package org.tieredhdfs.bench.write;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchMedia;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.media.model.MediumModel;

/** The media of the benchmark's volumes; the only class that knows their interface. */
public enum WriteMedia {
  /** A tmpfs for each DataNode, of type RAMDISK, which to stock Hadoop is NVDIMM. */
  RAM("RAMDISK", null, "ALL_RAMDISK", "ALL_NVDIMM"),
  /** An emulated SATA SSD for each DataNode; needs root. */
  SSD("SSD", MediumModel.SSD, "ALL_SSD", "ALL_SSD"),
  /** An emulated hard disk for each DataNode; needs root. */
  HDD("DISK", MediumModel.HDD, "HOT", "HOT");

  /** Far more than is there at a time; a tmpfs or an image takes what is used. */
  private static final long CAPACITY_BYTES = 12L << 30;

  private final String type;
  private final @Nullable MediumModel model;
  private final String policy;
  private final String stockPolicy;

  WriteMedia(String type, @Nullable MediumModel model, String policy, String stockPolicy) {
    this.type = type;
    this.model = model;
    this.policy = policy;
    this.stockPolicy = stockPolicy;
  }

  private MediaProfile profile() {
    return new MediaProfile(model, 1, CAPACITY_BYTES);
  }

  /** What the report says of them, and how they are held against their models. */
  BenchMedia told() {
    return told(MediaPace.DEFAULT_FACTOR);
  }

  /**
   * The same at another pace.
   *
   * @param factor by which devices are slower than their models
   */
  public BenchMedia told(double factor) {
    return new BenchMedia(Map.of(type, profile()), factor);
  }

  /** Asks for one volume a DataNode. */
  public void addTo(ClusterSpec.Builder builder, MediaPace pace) {
    builder
        .layout(VolumeLayout.parse(type + "=1"))
        .emulatedMedia(model != null)
        .mediaPace(pace)
        .profile(type, profile());
  }

  /** The storage policy under which all replicas go there. */
  public String policy(boolean stock) {
    return stock ? stockPolicy : policy;
  }
}
