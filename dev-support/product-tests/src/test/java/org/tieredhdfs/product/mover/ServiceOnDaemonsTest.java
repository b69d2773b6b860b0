package org.tieredhdfs.product.mover;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.waits.Waits;

/** The service, the daemons and stock clients, each a process of its own. */
@Tag("slow")
@Timeout(600)
class ServiceOnDaemonsTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final int FILES = 5;
  private static final int MANY_FILES = 30;
  private static final int REPLICAS = 3;
  private static final long SLOW_BYTES_PER_SECOND = 5L << 20;
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final String SHELL = "org.apache.hadoop.fs.FsShell";
  private static final String POLICIES = "org.apache.hadoop.hdfs.tools.StoragePolicyAdmin";

  @TempDir static Path directory;
  private static LocalCluster cluster;
  private static ClusterView view;
  private static Configuration conf;
  private static FileSystem fs;
  private static MoverProcess service;

  @BeforeAll
  static void start() throws Exception {
    ClusterSpec spec =
        ClusterSpec.builder(directory.resolve("c"), ClassPaths.built(HOME))
            .hbase(false)
            .dataNodes(3)
            .layout(VolumeLayout.parse("SSD=1,DISK=1"))
            .setting("dfs.mover.file.service.standby.interval", "200ms")
            .build();
    cluster = new LocalCluster(spec, Progress.silent());
    view = cluster.startHdfs();
    conf = view.hdfsConf();
    fs = FileSystem.newInstance(conf);
    service = MoverProcess.start(view, Progress.silent());
  }

  @AfterAll
  static void stop() throws Exception {
    if (service != null) {
      service.close();
    }
    if (fs != null) {
      fs.close();
    }
    cluster.close();
  }

  /** Runs one of Hadoop's tools to its end, without any jar of ours. */
  private static void runStock(String mainClass, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(view.dirs().conf() + ":" + ClassPaths.built(HOME).stock());
    command.add(mainClass);
    command.addAll(Arrays.asList(arguments));
    Path out = directory.resolve("stock.out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(java.nio.file.Files.readString(out)).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static void awaitTypes(PlacedFiles files, String type) throws Exception {
    Map<String, Integer> wanted = Map.of(type, files.count() * REPLICAS);
    Waits.until("the files' replicas", LIMIT, files::replicasByType, wanted::equals);
    assertThat(files.areAsWritten()).isTrue();
  }

  @Test
  void renamesAndChangedPoliciesByAStockClientAreFollowedWithNobodyAsking() throws Exception {
    PlacedFiles files = PlacedFiles.write(fs, "/slow/renamed", "HOT", FILES, REPLICAS);
    fs.unsetStoragePolicy(files.directory());
    fs.mkdirs(new org.apache.hadoop.fs.Path("/fast"));
    runStock(POLICIES, "-setStoragePolicy", "-path", "/fast", "-policy", "ALL_SSD");
    assertThat(files.replicasByType()).containsOnlyKeys("DISK");

    runStock(SHELL, "-mv", "/slow/renamed", "/fast/renamed");
    awaitTypes(files.in("/fast/renamed"), "SSD");

    PlacedFiles changed = PlacedFiles.write(fs, "/changed", "HOT", FILES, REPLICAS);
    runStock(POLICIES, "-setStoragePolicy", "-path", "/changed", "-policy", "ONE_SSD");
    runStock(POLICIES, "-setStoragePolicy", "-path", "/changed", "-policy", "ALL_SSD");
    awaitTypes(changed, "SSD");
    runStock(POLICIES, "-unsetStoragePolicy", "-path", "/changed");
    awaitTypes(changed, "DISK");
  }

  @Test
  void aServiceThatIsKilledGoesOnWhereItWasAndHearsOfWhatItMissed() throws Exception {
    PlacedFiles many = PlacedFiles.write(fs, "/many", "HOT", MANY_FILES, REPLICAS);
    PlacedFiles missed = PlacedFiles.write(fs, "/missed", "HOT", FILES, REPLICAS);
    try (FileMoverClient client = new FileMoverClient(conf, fs.getUri())) {
      client.limits(LimitsProto.newBuilder().setBytesPerSecond(SLOW_BYTES_PER_SECOND).build());
    }
    runStock(POLICIES, "-setStoragePolicy", "-path", "/many", "-policy", "ALL_SSD");
    Waits.until(
        "one replica of each file has moved",
        LIMIT,
        many::replicasByType,
        types -> types.getOrDefault("SSD", 0) >= FILES);
    service.kill();
    assertThat(many.replicasByType().get("DISK")).isPositive();
    runStock(SHELL, "-mkdir", "-p", "/quick");
    runStock(POLICIES, "-setStoragePolicy", "-path", "/quick", "-policy", "ALL_SSD");
    runStock(POLICIES, "-unsetStoragePolicy", "-path", "/missed");
    runStock(SHELL, "-mv", "/missed", "/quick/missed");

    service = MoverProcess.start(view, Progress.silent());
    awaitTypes(many, "SSD");
    awaitTypes(missed.in("/quick/missed"), "SSD");
  }
}
