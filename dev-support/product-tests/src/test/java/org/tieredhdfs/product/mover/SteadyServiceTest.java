package org.tieredhdfs.product.mover;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.DaemonControl;
import org.tieredhdfs.localcluster.JmxPage;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.verify.VerifySettings;
import org.tieredhdfs.waits.Waits;

/**
 * The service beside an HBase that was started three times, with logs that are being written and
 * many files in the archive: it comes to rest, and then leaves the NameNode alone.
 */
@Tag("slow")
@Timeout(3600)
class SteadyServiceTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final int ARCHIVED = Integer.getInteger("steady.archived", 100_000);
  private static final int ARRIVING = 1_000;
  private static final int DIRECTORIES = 100;
  private static final int THREADS = 16;
  private static final int STARTS = 3;
  private static final int ROWS = 2_000;
  private static final Duration REST_LIMIT = Duration.ofMinutes(5);
  private static final int WINDOW_SEC = 120;
  private static final String ARCHIVE = "/hbase/archive/data/default/t/r";

  @TempDir static Path directory;

  @Test
  void itComesToRestAndLeavesTheNameNodeAlone() throws Exception {
    ClusterSpec.Builder spec =
        ClusterSpec.builder(directory.resolve("c"), ClassPaths.built(HOME)).regionServers(2);
    VerifySettings.of(false).forEach(spec::setting);
    // HBase's own: a log that is rolled is moved, and a move is no steady state
    spec.setting("hbase.regionserver.logroll.period", "3600000");
    // they stay, and nobody looks through all of them in one of the windows that are compared
    spec.setting("hbase.master.hfilecleaner.ttl", "86400000");
    spec.setting("hbase.master.cleaner.interval", "86400000");
    try (LocalCluster cluster = new LocalCluster(spec.build(), Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      cluster.startHbase();
      try (MoverProcess mover = MoverProcess.start(view, Progress.silent());
          FileSystem fs = FileSystem.newInstance(askingSoon(view.hdfsConf()));
          Connection connection = ConnectionFactory.createConnection(view.hbaseConf());
          FileMoverClient client = new FileMoverClient(view.hdfsConf(), fs.getUri())) {
        fillArchive(fs);
        createTable(connection);
        write(connection, 0);
        for (int start = 1; start < STARTS; start++) {
          restart(cluster.control(Progress.silent()));
          write(connection, start);
        }
        List<RequestStatusProto> open = awaitRest(mover, client);
        System.out.println("open at rest: " + open);
        Map<String, Long> with = callsOfAWindow(view);
        mover.kill();
        Map<String, Long> without = callsOfAWindow(view);
        double more = (sum(with) - sum(without)) / (double) WINDOW_SEC;
        System.out.printf(
            "calls to the NameNode in %d s: with the service %s, without %s; %.2f/s more%n",
            WINDOW_SEC, with, without, more);
        assertThat(more).isLessThan(1.0);
      }
    }
  }

  /** A client that asks again at once whether its last block is known, where 400 ms are usual. */
  private static Configuration askingSoon(Configuration conf) {
    Configuration soon = new Configuration(conf);
    soon.setInt(HdfsClientConfigKeys.BlockWrite.LOCATEFOLLOWINGBLOCK_INITIAL_DELAY_MS_KEY, 2);
    soon.setInt(HdfsClientConfigKeys.BlockWrite.LOCATEFOLLOWINGBLOCK_RETRIES_KEY, 12);
    return soon;
  }

  /** Most are there from the beginning, some arrive as HBase's do. */
  private static void fillArchive(FileSystem fs) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> parts = new ArrayList<>();
      for (int d = 0; d < DIRECTORIES; d++) {
        String to = ARCHIVE + d + "/f/";
        String from = "/arriving/r" + d + "/f/";
        parts.add(threads.submit(() -> fill(fs, from, to)));
      }
      for (Future<?> part : parts) {
        part.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Void fill(FileSystem fs, String from, String to) throws IOException {
    assertThat(fs.mkdirs(new org.apache.hadoop.fs.Path(from))).isTrue();
    assertThat(fs.mkdirs(new org.apache.hadoop.fs.Path(to))).isTrue();
    for (int i = 0; i < (ARCHIVED - ARRIVING) / DIRECTORIES; i++) {
      create(fs, to + String.format("%032x", i));
    }
    for (int i = 0; i < ARRIVING / DIRECTORIES; i++) {
      String name = String.format("%032x", ARCHIVED + i);
      create(fs, from + name);
      assertThat(
              fs.rename(
                  new org.apache.hadoop.fs.Path(from + name),
                  new org.apache.hadoop.fs.Path(to + name)))
          .isTrue();
    }
    return null;
  }

  private static void create(FileSystem fs, String name) throws IOException {
    try (var out = fs.create(new org.apache.hadoop.fs.Path(name), (short) 1)) {
      out.write(1);
    }
  }

  private static void createTable(Connection connection) throws IOException {
    try (var admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TableName.valueOf("steady"))
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("l"))
              .build(),
          new byte[][] {Bytes.toBytes("5")});
    }
  }

  private static void write(Connection connection, int round) throws IOException {
    try (Table table = connection.getTable(TableName.valueOf("steady"))) {
      for (int i = 0; i < ROWS; i++) {
        byte[] row = Bytes.toBytes(i + "-" + round);
        table.put(new Put(row).addColumn(Bytes.toBytes("l"), row, row));
      }
    }
  }

  /** RegionServers while there is a master, and it when they are back: it waits for them. */
  private static void restart(DaemonControl control) throws Exception {
    for (Role role : List.of(Role.REGIONSERVER, Role.HMASTER)) {
      for (String name : control.names(role)) {
        control.kill(name);
      }
      for (String name : control.names(role)) {
        control.start(name);
      }
    }
  }

  /** Until all that is open says until when it waits. */
  private static List<RequestStatusProto> awaitRest(MoverProcess mover, FileMoverClient client)
      throws Exception {
    long startNs = System.nanoTime();
    JsonNode figures =
        Waits.until(
            "all that is open waits for a time",
            REST_LIMIT,
            mover::figures,
            now ->
                now.path("open").asInt() <= now.path("delayed").asInt()
                    && now.path("transactionsBehind").asLong() == 0);
    System.out.printf("at rest after %.0f s: %s%n", (System.nanoTime() - startNs) / 1e9, figures);
    List<RequestStatusProto> open = new ArrayList<>(client.list(0, 1_000).getRequestsList());
    open.removeIf(RequestStatusProto::hasEndedMs);
    return open;
  }

  private static Map<String, Long> callsOfAWindow(ClusterView view) throws Exception {
    Map<String, Long> before = calls(view);
    TimeUnit.SECONDS.sleep(WINDOW_SEC);
    Map<String, Long> calls = calls(view);
    before.forEach((method, count) -> calls.merge(method, -count, Long::sum));
    calls.values().removeIf(count -> count == 0);
    return calls;
  }

  /** How often each method of the NameNode was called since it was started. */
  private static Map<String, Long> calls(ClusterView view) throws Exception {
    JsonNode bean =
        JmxPage.read(
            view.status().nameNodeHttp(), "Hadoop:service=NameNode,name=RpcDetailedActivity*");
    Map<String, Long> calls = new TreeMap<>();
    bean.fields()
        .forEachRemaining(
            field -> {
              // Overall... counts the same calls once more
              if (field.getKey().endsWith("NumOps") && !field.getKey().startsWith("Overall")) {
                calls.put(field.getKey().replace("NumOps", ""), field.getValue().asLong());
              }
            });
    return calls;
  }

  private static long sum(Map<String, Long> calls) {
    return calls.values().stream().mapToLong(Long::longValue).sum();
  }
}
