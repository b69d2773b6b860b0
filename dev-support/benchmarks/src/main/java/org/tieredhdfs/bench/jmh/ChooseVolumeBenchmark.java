package org.tieredhdfs.bench.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.AvailableSpaceVolumeChoosingPolicy;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.RoundRobinVolumeChoosingPolicy;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.BenchmarkVolumes;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.tieredhdfs.hdfs.cluster.PeerView;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;
import org.tieredhdfs.hdfs.datanode.choose.LatencyAwareVolumeChoosingPolicy;
import org.tieredhdfs.hdfs.datanode.choose.StorageTypeRoundRobinVolumeChoosingPolicy;
import org.tieredhdfs.hdfs.datanode.guard.DatasetGuards;
import org.tieredhdfs.hdfs.datanode.volume.VolumeAware;

/**
 * What it costs to choose a volume, ours against Hadoop's policies, on stock volumes in real
 * directories: Hadoop's policies ask the file system for free space as they do in a DataNode, ours
 * have the figures that our dataset keeps, and the place that they keep for the block is given
 * back.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ChooseVolumeBenchmark {
  /** Small, as millions of choices a second would otherwise promise a disk away at once. */
  private static final long BLOCK_BYTES = 1024;

  /** The policies that are compared. */
  public enum Policy {
    STOCK_ROUND_ROBIN(RoundRobinVolumeChoosingPolicy.class),
    STOCK_AVAILABLE_SPACE(AvailableSpaceVolumeChoosingPolicy.class),
    STORAGE_TYPE_ROUND_ROBIN(StorageTypeRoundRobinVolumeChoosingPolicy.class),
    LATENCY_AWARE(LatencyAwareVolumeChoosingPolicy.class);

    private final Class<?> policyClass;

    Policy(Class<?> policyClass) {
      this.policyClass = policyClass;
    }
  }

  @Param public Policy policy = Policy.STOCK_ROUND_ROBIN;

  @Param({"2", "8", "24"})
  public int volumes;

  private Path folder = Path.of("");
  private @Nullable DatasetGuards guards;
  private List<FsVolumeSpi> candidates = List.of();
  private VolumeChoosingPolicy<FsVolumeSpi> chooser = new RoundRobinVolumeChoosingPolicy<>();

  @Setup(Level.Trial)
  public void setUp() throws IOException {
    folder = Files.createTempDirectory("choose-volume");
    List<FsVolumeSpi> made = new ArrayList<>();
    for (int i = 0; i < volumes; i++) {
      made.add(BenchmarkVolumes.create(folder.resolve("volume" + i)));
    }
    candidates = made;
    chooser = plugIn(policy);
    if (chooser instanceof VolumeAware aware) {
      DatasetGuards ours =
          new DatasetGuards(configuration(), new PeerView(System::nanoTime), () -> {});
      guards = ours;
      BenchmarkVolumes.watch(made, ours);
      aware.use(ours.registry());
    }
  }

  @SuppressWarnings("unchecked") // a class in a configuration has no type argument either
  private static VolumeChoosingPolicy<FsVolumeSpi> plugIn(Policy policy) {
    return (VolumeChoosingPolicy<FsVolumeSpi>)
        ReflectionUtils.newInstance(policy.policyClass, configuration());
  }

  private static Configuration configuration() {
    Configuration conf = new Configuration(false);
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
    return conf;
  }

  @TearDown(Level.Trial)
  public void tearDown() throws IOException {
    if (guards != null) {
      guards.close();
    }
    deleteFolder(folder);
  }

  static void deleteFolder(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(ChooseVolumeBenchmark::delete);
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Benchmark
  public FsVolumeSpi choose() throws IOException {
    FsVolumeSpi chosen = chooser.chooseVolume(candidates, BLOCK_BYTES, null);
    DatasetGuards ours = guards;
    if (ours != null) {
      ours.registry().state(chosen).traffic().openBlocks().dropOldestPlace();
    }
    return chosen;
  }
}
