package org.tieredhdfs.bench.profiles;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.devices.VolumeDevices;
import org.tieredhdfs.bench.devices.WritebackLimit;
import org.tieredhdfs.linux.ProcessCosts;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;

/**
 * A DataNode with the defaults of execution profiles and one with Hadoop's values, otherwise alike;
 * one rests while the other is measured. The client is this process.
 */
final class ProfilesCluster implements AutoCloseable {
  private static final int CHUNK_BYTES = 1 << 20;

  /** From this on a DataNode logs what a write, flush or sync took. */
  private static final String LOGGED_FROM = "50ms";

  private static final long RAM_BYTES = 4L << 30;

  /** So small that the files behind the devices stay in this machine's memory. */
  private static final long DEVICE_BYTES = 3L << 30;

  private static final long WRITEBACK_BYTES = 16L << 20;
  private static final int HEAP_MB = 256;
  private static final Map<String, String> POLICIES =
      Map.of("RAMDISK", "ALL_RAMDISK", "SSD", "ALL_SSD", "DISK", "HOT", "ARCHIVE", "COLD");

  private final BenchCluster hdfs;
  private final WritebackLimit limit;

  private ProfilesCluster(BenchCluster hdfs, WritebackLimit limit) {
    this.hdfs = hdfs;
    this.limit = limit;
  }

  static Map<String, MediaProfile> media() {
    Map<String, MediaProfile> media = new TreeMap<>();
    for (String type : POLICIES.keySet()) {
      MediaProfile usual = MediaProfile.defaultOf(type, false);
      media.put(type, new MediaProfile(usual.model(), usual.slowness(), DEVICE_BYTES));
    }
    media.put("RAMDISK", MediaProfile.inMemory(RAM_BYTES));
    return media;
  }

  /**
   * @param pageCacheCalls the option of Java by which DataNodes have them
   */
  static ProfilesCluster start(
      BenchPlan plan, MediaPace pace, String pageCacheCalls, Progress progress)
      throws IOException, ClusterException {
    BenchCluster hdfs = BenchCluster.start(spec(plan, pace, pageCacheCalls), progress);
    try {
      for (Map.Entry<String, String> policy : POLICIES.entrySet()) {
        Path folder = new Path("/" + policy.getKey());
        hdfs.fs().mkdirs(folder);
        hdfs.fs().setStoragePolicy(folder, policy.getValue());
      }
      VolumeDevices devices = VolumeDevices.of(hdfs.view().record().volumes());
      return new ProfilesCluster(
          hdfs, WritebackLimit.set(devices.writebackNames(), WRITEBACK_BYTES));
    } catch (IOException | RuntimeException e) {
      hdfs.close();
      throw e;
    }
  }

  private static ClusterSpec spec(BenchPlan plan, MediaPace pace, String pageCacheCalls) {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(plan.dir(), plan.classPaths())
            .hbase(false)
            .dataNodes(ProfileValues.values().length)
            .emulatedMedia(true)
            .mediaPace(pace)
            .heapMb(Role.DATANODE, HEAP_MB)
            // a limit of memory that is set later is for the page cache: the heap is there before
            .javaOptions(
                Role.DATANODE,
                List.of("-Xms" + HEAP_MB + "m", "-XX:+AlwaysPreTouch", pageCacheCalls))
            .layout(VolumeLayout.DEFAULT)
            .setting("dfs.replication", "1")
            .setting("dfs.namenode.redundancy.considerLoad", "false")
            .setting("dfs.namenode.edits.noeditlogchannelflush", "true");
    media().forEach(builder::profile);
    for (String type : POLICIES.keySet()) {
      builder.setting("dfs.tiered.type." + type + ".slow.io.warning.threshold", LOGGED_FROM);
    }
    plan.settings().forEach(builder::setting);
    for (ProfileValues values : ProfileValues.values()) {
      values
          .settings()
          .forEach(
              (name, value) ->
                  builder.settingOf(values.number(), "dfs.tiered.type." + name, value));
    }
    return builder.build();
  }

  DistributedFileSystem fs() {
    return hdfs.fs();
  }

  List<Volume> volumes(ProfileValues values) {
    return hdfs.view().record().volumes().stream()
        .filter(volume -> volume.dataNode().equals(values.dataNode()))
        .toList();
  }

  long pid(ProfileValues values) throws IOException {
    return hdfs.view().status().daemons().stream()
        .filter(daemon -> daemon.name().equals(values.dataNode()))
        .findFirst()
        .orElseThrow(() -> new IOException(values.dataNode() + " is gone"))
        .pid();
  }

  ProcessCosts clientCosts() throws IOException {
    return ProcessCosts.of(ProcessHandle.current().pid());
  }

  /** The lines of a DataNode's log. */
  List<String> log(ProfileValues values) throws IOException {
    return Files.readAllLines(hdfs.view().dirs().log(values.dataNode()));
  }

  private DataNodeAddress address(ProfileValues values) throws IOException {
    try {
      return hdfs.view().dataNode(values.dataNode());
    } catch (ClusterException e) {
      throw new IOException(e);
    }
  }

  /** A file of one replica; the folder decides on the type. */
  FSDataOutputStream create(Path file, ProfileValues values) throws IOException {
    return hdfs.create(file, 1, address(values));
  }

  /** Writes a file and sees that it lies where it should. */
  void write(Path file, ProfileValues values, long bytes) throws IOException {
    byte[] chunk = new byte[CHUNK_BYTES];
    try (FSDataOutputStream out = create(file, values)) {
      for (long at = 0; at < bytes; at += chunk.length) {
        out.write(chunk, 0, (int) Math.min(chunk.length, bytes - at));
      }
    }
    String type = String.valueOf(file.getParent()).substring(1);
    int port = address(values).transferPort();
    for (LocatedBlock block : blocks(file)) {
      if (block.getLocations()[0].getXferPort() != port
          || !block.getStorageTypes()[0].name().equals(type)) {
        throw new IOException(file + " lies elsewhere: " + block);
      }
    }
  }

  private List<LocatedBlock> blocks(Path file) throws IOException {
    return fs().getClient()
        .getLocatedBlocks(file.toUri().getPath(), 0, Long.MAX_VALUE)
        .getLocatedBlocks();
  }

  /** The names of the files in which a DataNode has the data of these. */
  List<String> blockNames(List<Path> files) throws IOException {
    List<String> names = new ArrayList<>();
    for (Path file : files) {
      blocks(file).forEach(block -> names.add(block.getBlock().getBlockName()));
    }
    return names;
  }

  /** Reads a file to its end. */
  long read(Path file) throws IOException {
    return hdfs.read(file);
  }

  @Override
  public void close() throws IOException, ClusterException {
    try (hdfs) {
      limit.close();
    }
  }
}
