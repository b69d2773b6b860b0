package org.tieredhdfs.localcluster.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Role;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that specify a cluster, for every command that starts one. */
public final class SpecOptions {
  /** The kind of volumes that are not in memory. */
  enum MediaKind {
    PLAIN,
    EMULATED
  }

  @Option(names = "--stock", description = "run stock Hadoop and HBase, without our jars")
  private boolean stock;

  @Option(names = "--datanodes", paramLabel = "N", description = "default: ${DEFAULT-VALUE}")
  private int dataNodes = 3;

  @Option(names = "--regionservers", paramLabel = "N", description = "default: ${DEFAULT-VALUE}")
  private int regionServers = 1;

  @Option(
      names = "--hbase",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "with HBase and ZooKeeper (the default), or HDFS alone")
  private boolean hbase;

  @Option(
      names = "--media",
      paramLabel = "plain|emulated",
      description =
          "plain: folders, and tmpfs for RAM (the default); emulated: devices with the timing of"
              + " disks and flash, and with faults by 'media' (needs root)")
  private MediaKind media = MediaKind.PLAIN;

  @Option(
      names = "--volumes",
      paramLabel = "TYPE=N[,...]",
      description = "volumes of each DataNode, by type; default: RAMDISK=1,SSD=1,DISK=1,ARCHIVE=1")
  private String volumes = "";

  @Option(
      names = "--media-profile",
      paramLabel = "TYPE=model:M,slower:F,size:SIZE",
      description =
          "the volumes of one type, by one or more of: the model (hdd, ssd, nvme or ram), how many"
              + " times slower than the model they are, and their capacity. RAM types without a"
              + " model are tmpfs, which cannot hang")
  private List<String> profiles = List.of();

  @Option(
      names = "--media-factor",
      paramLabel = "F",
      description =
          "how many times slower than their models emulated media are; 'media calibrate' shows"
              + " which factors a machine can keep up with; default: ${DEFAULT-VALUE}")
  private double mediaFactor = MediaPace.DEFAULT_FACTOR;

  @Mixin SettingsOption settings;

  @Option(
      names = "--heap",
      paramLabel = "ROLE=MB",
      description = "heap of the daemons of one role: ${COMPLETION-CANDIDATES}")
  private Map<Role, Integer> heapsMb = new LinkedHashMap<>();

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "how long daemons may take to come up; default: ${DEFAULT-VALUE}")
  private int timeoutSec = 180;

  public boolean isStock() {
    return stock;
  }

  /**
   * @param defaults settings that the user's own replace
   */
  public ClusterSpec spec(Path dir, Map<String, String> defaults) throws IOException {
    return spec(dir, ClassPaths.built(ClusterOption.home()), defaults);
  }

  ClusterSpec spec(Path dir, ClassPaths classPaths, Map<String, String> defaults) {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(dir, classPaths)
            .stock(stock)
            .dataNodes(dataNodes)
            .regionServers(regionServers)
            .hbase(hbase)
            .emulatedMedia(media == MediaKind.EMULATED)
            .mediaPace(MediaPace.of(mediaFactor))
            .startLimit(Duration.ofSeconds(timeoutSec));
    if (!volumes.isEmpty()) {
      builder.layout(VolumeLayout.parse(volumes));
    }
    defaults.forEach(builder::setting);
    settings.addTo(builder);
    heapsMb.forEach(builder::heapMb);
    MediaProfile.parse(profiles).forEach(builder::profile);
    return builder.build();
  }

  /**
   * Makes sure that the process is known as one of the cluster's, so that {@code down} finds it
   * however it ends.
   */
  public void requireMark(ClusterSpec spec) {
    String mark = System.getProperty("tieredhdfs.cluster.dir", "");
    if (!mark.equals(spec.dirs().dir().toString())) {
      throw new IllegalStateException(
          "this process is marked for '" + mark + "', not for " + spec.dirs().dir());
    }
  }
}
