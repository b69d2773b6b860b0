package org.tieredhdfs.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.http.HttpConfig;
import org.apache.hadoop.security.ssl.KeyStoreTestUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.waits.Waits;

/** What {@code filemover serve} prints. */
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
      assertThat(saidUntilAtWork(conf)).contains("Web page: https://").doesNotContain("http:");
    } finally {
      KeyStoreTestUtil.cleanupSSLConfig(keys.getPath(), classPath);
    }
  }

  private static String saidUntilAtWork(Configuration conf) throws Exception {
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
    } finally {
      interruption.interrupt();
    }
    assertThat(end.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(Exit.INTERRUPTED.code());
    return said.toString(StandardCharsets.UTF_8);
  }
}
