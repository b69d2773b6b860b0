package org.tieredhdfs.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.service.MoverService;
import org.tieredhdfs.waits.Waits;

/** What a running service is told to look at again; by itself it would wait for an hour. */
class UpkeepCommandTest {
  private static final String RULE = "dfs.mover.file.rule.past.";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir static File folder;
  private static MoverCluster cluster;
  private static MoverService service;
  private static File rules;

  @BeforeAll
  static void start() throws Exception {
    cluster = MoverCluster.alike(new File(folder, "dfs"), StorageType.SSD, StorageType.DISK);
    rules = new File(folder, "rules.xml");
    write(Map.of());
    cluster.conf.addResource(new Path(rules.toURI()));
    cluster.conf.set(MoverKeys.SERVICE_RETRY_DELAY.name(), "1h");
    cluster.conf.set(MoverKeys.SERVICE_RETRY_FOR.name(), "0ms");
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
  }

  @AfterAll
  static void stop() throws Exception {
    service.close();
    cluster.close();
  }

  private static void write(Map<String, String> settings) throws Exception {
    Configuration conf = new Configuration(false);
    settings.forEach(conf::set);
    try (OutputStream out = new FileOutputStream(rules)) {
      conf.writeXml(out);
    }
  }

  private static CommandRun run(String... words) throws Exception {
    Configuration conf = new Configuration(cluster.conf);
    conf.set("fs.defaultFS", cluster.fs.getUri().toString());
    return CommandRun.of(conf, "", words);
  }

  private static CommandRun runAs(String user, String... words) throws Exception {
    PrivilegedExceptionAction<CommandRun> action = () -> run(words);
    return UserGroupInformation.createRemoteUser(user).doAs(action);
  }

  private static JsonNode awaitList(Predicate<JsonNode> condition) throws Exception {
    return Waits.until(
        "the list", PATIENCE, () -> run("retry", "--list", "--json").json(), condition);
  }

  private static Path onSsd(String name) throws Exception {
    Path file = cluster.fileOnSsd(name);
    cluster.fs.setStoragePolicy(file.getParent(), "HOT");
    return file;
  }

  @Test
  void rulesAreReadAgainAndAppliedToWhatWasThereBeforeThemWhenTheServiceIsTold() throws Exception {
    Path before = onSsd("/past/before");
    assertThat(run("rules", "--reload").out()).isEqualTo("0 rules are now in force\n");
    write(
        Map.of(
            "dfs.mover.file.rules", "past", RULE + "path", "/past", RULE + "clear.policy", "true"));
    assertThat(runAs("ann", "rules", "--reload").err()).contains("ann may not reload the rules");
    CommandRun read = run("rules", "--reload");
    assertThat(read.exit()).as(read.err()).isZero();
    assertThat(read.out()).contains("past: /past").endsWith("1 rules are now in force\n");

    Path after = onSsd("/fresh/after");
    Path arrived = new Path("/past/after");
    cluster.fs.rename(after, arrived);
    assertThat(cluster.awaitReplicasByType(arrived, Map.of("DISK", 2)))
        .isEqualTo(Map.of("DISK", 2));
    assertThat(cluster.fs.getStoragePolicy(before).getName()).isEqualTo("ALL_SSD");

    CommandRun faulty = run("recheck", "/past", "/not-there");
    assertThat(faulty.exit()).isEqualTo(-4);
    assertThat(faulty.err()).contains("/not-there");
    assertThat(cluster.awaitReplicasByType(before, Map.of("DISK", 2))).isEqualTo(Map.of("DISK", 2));
    assertThat(cluster.fs.getStoragePolicy(before).getName()).isEqualTo("HOT");

    // no medium of COLD is there, which is a warning only
    write(
        Map.of(
            "dfs.mover.file.rules",
            "past, other",
            RULE + "path",
            "/past",
            RULE + "policy",
            "COLD",
            "dfs.mover.file.rule.other.path",
            "/other",
            "dfs.mover.file.rule.other.policy",
            "NO_SUCH"));
    CommandRun refused = run("rules", "--reload");
    assertThat(refused.exit()).isEqualTo(-4);
    assertThat(refused.err())
        .doesNotContain("COLD' is")
        .contains("dfs.mover.file.rule.other.policy: 'NO_SUCH' is not allowed");
    Path again = onSsd("/fresh/again");
    cluster.fs.rename(again, new Path("/past/again"));
    assertThat(cluster.awaitReplicasByType(new Path("/past/again"), Map.of("DISK", 2)))
        .as("the rules of before hold")
        .isEqualTo(Map.of("DISK", 2));
  }

  @Test
  void whatWaitsIsTriedAtOnceAndWhatWasGivenUpIsListedOverARestartAndTriedAgain() throws Exception {
    Path file = cluster.file("/stuck/file", 1, 1);
    cluster.fs.setStoragePolicy(file, "COLD");
    awaitList(list -> list.get("waiting").size() == 1);
    assertThat(run("retry", "--list").out())
        .containsPattern("waits     request \\d+  /stuck/file: NO_STORAGE_OF_TYPE, failed 1 times");

    String waits = run("retry", "--list").out();
    service.close();
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
    assertThat(run("retry", "--list").out()).as("after a restart").isEqualTo(waits);

    assertThat(run("retry").out()).isEqualTo("1 waiting files are retried now\n");
    JsonNode list = awaitList(now -> now.get("givenUp").size() == 1);
    assertThat(list.get("waiting")).isEmpty();
    service.close();
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
    assertThat(service.report().filesGivenUp()).isEqualTo(1);
    assertThat(run("retry", "--list").out())
        .containsPattern("given up  request \\d+  /stuck/file: NO_STORAGE_OF_TYPE");
    assertThat(runAs("ann", "retry", "--list").out()).isEmpty();

    assertThat(run("retry").out()).containsPattern("1 given-up files are retried as request \\d+");
    awaitList(now -> now.get("waiting").size() == 1);

    cluster.fs.setStoragePolicy(file, "ALL_SSD");
    cluster.awaitReplicasByType(file, Map.of("SSD", 1));
    cluster.fs.setStoragePolicy(file, "HOT");
    assertThat(cluster.awaitReplicasByType(file, Map.of("DISK", 1))).isEqualTo(Map.of("DISK", 1));
    awaitList(now -> now.get("givenUp").isEmpty());
    assertThat(service.report().filesGivenUp()).isZero();
  }
}
