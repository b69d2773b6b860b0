package org.tieredhdfs.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.http.HttpConfig;
import org.apache.hadoop.security.ssl.KeyStoreTestUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.waits.Waits;

/** What {@code filemover serve} prints and does. */
class ServeCommandTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir static File folder;

  @Test
  void thePageIsNamedByTheSchemeThatItIsServedBy() throws Exception {
    File keys = new File(folder, "keys");
    assertThat(keys.mkdirs()).isTrue();
    String classPath = KeyStoreTestUtil.getClasspathDir(ServeCommandTest.class);
    try (MoverCluster cluster =
        MoverCluster.alike(new File(folder, "dfs"), StorageType.SSD, StorageType.DISK)) {
      Configuration conf = new Configuration(cluster.conf);
      KeyStoreTestUtil.setupSSLConfig(keys.getPath(), classPath, conf, false);
      conf.set(
          DFSConfigKeys.DFS_SERVER_HTTPS_KEYSTORE_RESOURCE_KEY,
          KeyStoreTestUtil.getServerSSLConfigFileName());
      conf.set(DFSConfigKeys.DFS_HTTP_POLICY_KEY, HttpConfig.Policy.HTTPS_ONLY.name());
      conf.set("fs.defaultFS", cluster.fs.getUri().toString());
      assertThat(serve(conf, () -> {})).contains("Web page: https://").doesNotContain("http:");
    } finally {
      KeyStoreTestUtil.cleanupSSLConfig(keys.getPath(), classPath);
    }
  }

  @Test
  void filesAreMovedToWhereTheTieringRulesSay() throws Exception {
    try (MoverCluster cluster =
        MoverCluster.alike(new File(folder, "rules"), StorageType.SSD, StorageType.DISK)) {
      Path hot = cluster.file("/logs/hot", 1, 2);
      Path cold = cluster.file("/logs/cold", 1, 2);
      cluster.fs.setSafeMode(SafeModeAction.ENTER);
      cluster.fs.saveNamespace();
      cluster.fs.setSafeMode(SafeModeAction.LEAVE);
      Configuration conf = new Configuration(cluster.conf);
      conf.set("fs.defaultFS", cluster.fs.getUri().toString());
      conf.set("dfs.tiering.rules", "cold");
      conf.set("dfs.tiering.rule.cold.files", "path = /logs and name = cold");
      conf.set("dfs.tiering.rule.cold.policy", "ALL_SSD");

      String unused =
          serve(
              conf,
              () ->
                  assertThat(cluster.awaitReplicasByType(cold, Map.of("SSD", 2)))
                      .isEqualTo(Map.of("SSD", 2)));

      assertThat(cluster.replicasByType(hot)).isEqualTo(Map.of("DISK", 2));
    }
  }

  private interface Meanwhile {
    void run() throws Exception;
  }

  /** Runs it until it is at work and something has been done; gives what it said. */
  private static String serve(Configuration conf, Meanwhile meanwhile) throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Interruption interruption = new Interruption();
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    FileMoverCommand command =
        new FileMoverCommand(System.in, out, out, /* isTerminal= */ false, interruption);
    command.setConf(conf);
    CompletableFuture<Integer> end =
        CompletableFuture.supplyAsync(() -> command.run(new String[] {"serve"}));
    try {
      Waits.until(
          "it is at work",
          PATIENCE,
          () -> {
            assertThat(end).as("%s", said).isNotDone();
            return said.toString(StandardCharsets.UTF_8);
          },
          text -> text.contains("Active, "));
      meanwhile.run();
    } finally {
      interruption.interrupt();
    }
    assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(Exit.INTERRUPTED.code());
    return said.toString(StandardCharsets.UTF_8);
  }
}
