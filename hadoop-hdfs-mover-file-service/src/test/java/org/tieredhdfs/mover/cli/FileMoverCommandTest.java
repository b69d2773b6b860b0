package org.tieredhdfs.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.service.MoverService;
import org.tieredhdfs.waits.Waits;

class FileMoverCommandTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir static File folder;
  private static MoverCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = MoverCluster.alike(folder, StorageType.SSD, StorageType.DISK);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static CommandRun run(String input, String... words) throws Exception {
    Configuration conf = new Configuration(cluster.conf);
    conf.set("fs.defaultFS", cluster.fs.getUri().toString());
    return CommandRun.of(conf, input, words);
  }

  @Test
  void aDryRunPlansMovesNothingAndTheMoveDoesAsPlanned() throws Exception {
    Path file = cluster.file("/dry/file", 2, 3);

    CommandRun plan = run("", "move", "/dry", "-r", "--policy", "ALL_SSD", "--dry-run", "--json");
    assertThat(plan.exit()).as(plan.err()).isZero();
    JsonNode planned = plan.json().get("fileSystems").get(0);
    assertThat(planned.get("moves").asInt()).isEqualTo(6);
    assertThat(planned.get("plans").get(0).get("path").asText()).isEqualTo("/dry/file");
    assertThat(planned.get("plans").get(0).get("moves")).hasSize(6);
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("DISK", 6));
    assertThat(cluster.fs.getStoragePolicy(new Path("/dry")).getName()).isEqualTo("HOT");

    CommandRun words = run("", "move", "/dry", "-r", "--policy", "ALL_SSD", "--dry-run");
    assertThat(words.out())
        .contains("/dry/file: ALL_SSD")
        .containsPattern("blk_\\d+: 127.0.0.1:\\d+ DISK -> SSD, 65536 bytes")
        .contains("to be moved   384.0 KB, 6 replicas")
        .contains("if each DataNode moves 100.0 MB/s, as a hard disk does")
        .contains("nothing was moved");

    CommandRun done = run("", "move", "/dry", "-r", "--policy", "all_ssd");
    assertThat(done.exit()).as(done.err()).isZero();
    assertThat(done.out()).contains("1 files: 1 moved").contains("6 replicas, 384.0 KB");
    assertThat(done.err()).contains("[========================] 100%  1/1 files");
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 6));
    assertThat(cluster.fs.getStoragePolicy(new Path("/dry")).getName()).isEqualTo("ALL_SSD");
  }

  @Test
  void aDryRunPlansNoMoreThanTheRunDoesWhereFilesHavePoliciesOfTheirOwn() throws Exception {
    cluster.file("/plan/inherits", 1, 3);
    cluster.file("/plan/sub/inherits", 1, 3);
    Path own = cluster.file("/plan/own", 1, 3);
    cluster.fs.setStoragePolicy(own, "HOT");
    Path below = cluster.file("/plan/own-directory/below", 1, 3);
    cluster.fs.setStoragePolicy(below.getParent(), "HOT");
    Path named = cluster.file("/planned", 1, 3);
    cluster.fs.setStoragePolicy(named, "HOT");

    String[] words = {"move", "/plan", "/planned", "-r", "--policy", "ALL_SSD", "--json"};
    String[] dry = Arrays.copyOf(words, words.length + 1);
    dry[words.length] = "--dry-run";
    JsonNode planned = run("", dry).json().get("fileSystems").get(0);
    CommandRun done = run("", words);
    assertThat(done.exit()).as(done.err()).isZero();
    assertThat(planned.get("moves").asInt()).isEqualTo(3 * 3);
    assertThat(cluster.replicasByType(own)).isEqualTo(Map.of("DISK", 3));
    assertThat(cluster.replicasByType(below)).isEqualTo(Map.of("DISK", 3));
    assertThat(done.json().get("fileSystems").get(0).get("replicasMoved").asInt()).isEqualTo(3 * 3);
  }

  @Test
  void theReportOfAllFilesIsFromAnImageAndThatOfPathsIsNot() throws Exception {
    cluster.file("/heat/file", 1, 3);

    // the image is that of the format, without any file
    CommandRun heat = run("", "report", "--heat", "--json");
    assertThat(heat.exit()).as(heat.err()).isZero();
    assertThat(heat.json().get("image").asText()).startsWith("fsimage_");
    assertThat(heat.json().get("contentBytes").asLong()).isZero();
    CommandRun paths = run("", "report", "/heat", "--json");
    assertThat(paths.json().get("fileSystems").get(0).get("files").asInt()).isEqualTo(1);
    CommandRun both = run("", "report", "--heat", "/heat");
    assertThat(both.exit()).isEqualTo(-5);
    assertThat(both.err()).contains("--heat is about all files; no PATH is allowed: '/heat'");
  }

  @Test
  void aPolicyIsSetWhereItCanBeAndTheRestIsDone() throws Exception {
    cluster.file("/some/file", 1, 3);
    Path good = cluster.file("/good", 1, 3);
    cluster.fs.allowSnapshot(new Path("/some"));
    cluster.fs.createSnapshot(new Path("/some"), "s");

    CommandRun some =
        run("", "move", "/some/.snapshot/s/file", "/missing", "/good", "--policy", "all_ssd");

    assertThat(some.exit()).isEqualTo(-4);
    assertThat(some.err())
        .contains("/some/.snapshot/s/file: ", "snapshot")
        .contains("/missing: no such file or directory");
    assertThat(some.out()).contains("1 files: 1 moved");
    assertThat(cluster.replicasByType(good)).isEqualTo(Map.of("SSD", 3));
  }

  @Test
  void aReportSaysWhatLiesWhere() throws Exception {
    cluster.file("/report/one", 1, 3);
    Path two = cluster.file("/report/two", 2, 2);
    cluster.fs.setStoragePolicy(two, "ALL_SSD");
    JsonNode report =
        run("", "report", "/report", "--recursive", "--json").json().get("fileSystems").get(0);
    assertThat(report.get("files").asInt()).isEqualTo(2);
    assertThat(report.get("filesInPlace").asInt()).isEqualTo(1);
    assertThat(report.get("bytesByType").get("DISK").asLong()).isEqualTo(7L * 65536);
    assertThat(report.get("outOfPlaceBytes").asLong()).isEqualTo(4L * 65536);
    assertThat(report.get("moveBytes").asLong()).isEqualTo(4L * 65536);
    assertThat(run("", "report", "/report", "-r").out())
        .contains("2 files, 1 of them in place")
        .contains("on DISK       448.0 KB");
  }

  @Test
  void pathsComeFromAFileOrFromStandardInput() throws Exception {
    Path one = cluster.file("/input/one", 1, 1);
    Path odd = cluster.file("/input/odd\nname", 1, 1);
    cluster.fs.setStoragePolicy(one, "ALL_SSD");
    cluster.fs.setStoragePolicy(odd, "ALL_SSD");
    CommandRun lines = run("/input/one\n\n", "move", "--files-from", "-");
    assertThat(lines.exit()).as(lines.err()).isZero();
    assertThat(cluster.replicasByType(one)).isEqualTo(Map.of("SSD", 1));
    CommandRun nul = run("/input/odd\nname\0", "move", "--files-from", "-", "-0");
    assertThat(nul.exit()).as(nul.err()).isZero();
    assertThat(nul.out()).contains("1 files: 1 moved");
  }

  @Test
  void exitCodesSayWhatCameOfIt() throws Exception {
    Path file = cluster.file("/exit/impossible", 1, 3);
    cluster.fs.setStoragePolicy(file, "COLD");
    CommandRun nothing = run("", "move", "/exit/impossible");
    assertThat(nothing.exit()).isEqualTo(-2);
    assertThat(nothing.out())
        .contains("/exit/impossible: incomplete, 1 blocks")
        .contains("no DataNode in service has storage of the policy's type");

    Path good = cluster.file("/exit/good", 1, 3);
    cluster.fs.setStoragePolicy(good, "ALL_SSD");
    CommandRun some = run("", "move", "/exit", "-r", "--json");
    assertThat(some.exit()).isEqualTo(-3);
    JsonNode unsatisfied = some.json().get("fileSystems").get(0).get("unsatisfied").get(0);
    assertThat(unsatisfied.get("path").asText()).isEqualTo("/exit/impossible");
    assertThat(unsatisfied.get("failures").get(0).get("reason").asText())
        .isEqualTo("NO_STORAGE_OF_TYPE");

    CommandRun missing = run("", "move", "/exit/not-there", "/exit/good");
    assertThat(missing.exit()).isEqualTo(-4);
    assertThat(missing.err()).contains("/exit/not-there: no such file or directory");
    assertThat(missing.out()).contains("1 in place");
  }

  @Test
  void explainSaysWhereAFileIsWhatIsSaidOfItAndWhyItStays() throws Exception {
    Path stuck = cluster.file("/explained/stuck", 1, 3);
    cluster.fs.setStoragePolicy(stuck.getParent(), "COLD");
    CommandRun told =
        run(
            "",
            "-Ddfs.mover.file.rules=faster",
            "-Ddfs.mover.file.rule.faster.path=/explained",
            "-Ddfs.mover.file.rule.faster.policy=ALL_SSD",
            "-Ddfs.mover.file.rule.faster.min.age=1d",
            "-Ddfs.mover.file.rule.faster.age.from=modification",
            "explain",
            "/explained/stuck");
    assertThat(told.exit()).as(told.err()).isZero();
    assertThat(told.out())
        .contains("64.0 KB, 3 replicas, 1 blocks")
        .contains("policy: COLD, as on all directories from /explained down")
        .contains("rule: faster: /explained, ALL_SSD, from 86400000 ms after modification")
        .contains("this one: not before 20")
        .containsPattern("blk_\\d+: \\[127.0.0.1:\\d+ DISK, ")
        .contains("not possible: ", "no DataNode in service has storage of the policy's type")
        .contains("request: the file mover's service");

    Path own = cluster.file("/explained-own", 2, 3);
    cluster.fs.setStoragePolicy(own, "ALL_SSD");
    JsonNode json = run("", "explain", "/explained-own", "--json").json().get("files").get(0);
    assertThat(json.get("policy").asText()).isEqualTo("ALL_SSD, its own");
    assertThat(json.get("wouldBeMoved")).hasSize(6);
    assertThat(json.get("blocks")).hasSize(2);
    assertThat(run("", "explain", "/explained").exit()).isEqualTo(-4);
  }

  private static CommandRun runAs(String user, String... words) throws Exception {
    PrivilegedExceptionAction<CommandRun> action = () -> run("", words);
    return UserGroupInformation.createRemoteUser(user).doAs(action);
  }

  @Test
  void theServiceMovesFilesForThoseWhoMayWriteThem() throws Exception {
    Path file = cluster.file("/ann/file", 2, 3);
    cluster.fs.setOwner(file, "ann", "ann");
    cluster.conf.set(MoverKeys.SERVICE_ROOTS.name(), "/followed");
    CommandRun none = runAs("ann", "move", "/ann/file", "--wait");
    assertThat(none.exit()).isEqualTo(-4);
    assertThat(none.err()).contains("the file mover's service has never run");

    MoverService service = MoverService.start(cluster.conf, cluster.fs.getUri());
    try {
      CommandRun own = runAs("ann", "move", "/ann/file");
      assertThat(own.exit()).isEqualTo(-4);
      assertThat(own.err()).contains("with --wait or --async the service does it for you");
      CommandRun waited =
          runAs("ann", "move", "/ann/file", "--policy", "all_ssd", "--wait", "--json");
      assertThat(waited.exit()).as(waited.err()).isZero();
      assertThat(waited.err()).contains("100%  1/1 files");
      JsonNode request = waited.json().get("requests").get(0);
      assertThat(request.get("replicasMoved").asInt()).isEqualTo(6);
      assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 6));
      long id = request.get("id").asLong();
      Path other = cluster.file("/ann/other", 1, 3);
      cluster.fs.setOwner(other, "ann", "ann");
      cluster.file("/bobs", 1, 3);
      CommandRun some =
          runAs("ann", "move", "/bobs", "/missing", "/ann/other", "--policy", "all_ssd", "--wait");
      assertThat(some.exit()).isEqualTo(-4);
      assertThat(some.err()).contains("/bobs", "user=ann", "/missing: no such file");
      assertThat(cluster.replicasByType(other)).isEqualTo(Map.of("SSD", 3));
      id++;

      assertThat(runAs("bob", "status").out()).doesNotContain("/ann/file");
      assertThat(runAs("bob", "status", "" + id).exit()).isEqualTo(-4);
      assertThat(runAs("ann", "status", "" + id).out())
          .containsPattern(id + " +ended")
          .contains("ann  /ann/other  1 files: 1 moved; 3 replicas, 192.0 KB");
      assertThat(run("", "status", "--json").json().get("requests").get(0).get("user").asText())
          .isEqualTo("ann");
      assertThat(run("", "limits", "--moves", "5").out()).contains("moves 5");
      assertThat(
              run("", "status", "--state", "ended", "--path", "/ann", "--max", "1").out().lines())
          .hasSize(4)
          .first()
          .asString()
          .startsWith("ID      STATE");
      assertThat(run("", "status", "--user", "nobody", "--json").json().get("requests")).isEmpty();
      List<Long> listed = new ArrayList<>();
      run("", "status", "--json")
          .json()
          .get("requests")
          .forEach(one -> listed.add(one.get("id").asLong()));
      assertThat(listed).hasSizeGreaterThan(1).isSortedAccordingTo(Comparator.reverseOrder());
      assertThat(runAs("bob", "limits", "--bandwidth", "0").exit()).isEqualTo(-4);
      assertThat(run("", "limits", "--concurrency", "64", "--json").json().get("moves").asInt())
          .isEqualTo(64);

      CommandRun refused = runAs("bob", "move", "/ann/file", "/ann", "--async");
      assertThat(refused.exit()).isEqualTo(-4);
      assertThat(refused.err()).contains("user=bob").contains("/ann/file");
      CommandRun accepted = runAs("ann", "move", "/ann/file", "--async");
      assertThat(accepted.out()).isEqualTo("Request " + (id + 1) + " is accepted\n");
      assertThat(runAs("ann", "cancel", "" + (id + 1)).exit()).isZero();
      assertThat(runAs("ann", "cancel", "12345").err()).contains("request 12345 is unknown");
    } finally {
      service.close();
    }
    assertThat(runAs("ann", "status").err()).contains("the file mover's service is not running");
  }

  @Test
  void waitingForManyPathsEndsWellThoughTheServiceForgetsTheFirstRequestBeforeTheLastHasEnded()
      throws Exception {
    cluster.file("/many/closed", 1, 1);
    Path open = new Path("/many/open");
    String paths = "/many/closed\n".repeat(FileMoverClient.MAX_PATHS) + open + '\n';
    Configuration conf = new Configuration(cluster.conf);
    conf.set("fs.defaultFS", cluster.fs.getUri().toString());
    conf.set(MoverKeys.SERVICE_ROOTS.name(), "/followed");
    conf.setInt(MoverKeys.SERVICE_FINISHED.name(), 1);
    ByteArrayOutputStream bars = new ByteArrayOutputStream();
    FileMoverCommand command =
        new FileMoverCommand(
            new ByteArrayInputStream(paths.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(bars, true, StandardCharsets.UTF_8),
            true,
            new Interruption());
    ExecutorService thread = Executors.newSingleThreadExecutor();
    MoverService service = MoverService.start(conf, cluster.fs.getUri());
    try {
      Future<Integer> exit;
      try (FSDataOutputStream out = cluster.fs.create(open)) {
        out.write(1);
        out.hflush();
        exit =
            thread.submit(
                () ->
                    ToolRunner.run(
                        conf, command, new String[] {"move", "--files-from", "-", "--wait"}));
        Waits.until(
            "the first request has ended and the last waits for its file",
            PATIENCE,
            () ->
                service.open() == 1
                    && service.report().ended().stream()
                        .anyMatch(one -> one.getPaths() == FileMoverClient.MAX_PATHS));
        awaitTwoMoreBars(bars);
        assertThat(run("", "move", "/many/closed", "--wait").exit()).isZero();
        assertThat(service.report().ended()).singleElement().matches(one -> one.getPaths() == 1);
        awaitTwoMoreBars(bars);
      }
      assertThat(exit.get(1, TimeUnit.MINUTES)).isZero();
    } finally {
      thread.shutdownNow();
      service.close();
      // for tests in which no service has run yet
      cluster.fs.delete(new Path(MoverKeys.SERVICE_DIRECTORY.getText(conf)), true);
    }
  }

  /** Waits until the command has asked for its requests once more at least. */
  private static void awaitTwoMoreBars(ByteArrayOutputStream bars) throws Exception {
    long before = bars(bars);
    Waits.until("the command asks again", PATIENCE, () -> bars(bars) >= before + 2);
  }

  private static long bars(ByteArrayOutputStream bars) {
    return bars.toString(StandardCharsets.UTF_8).chars().filter(one -> one == '\r').count();
  }

  @Test
  void aWrongCommandLineGetsOneClearSentence() throws Exception {
    assertThat(run("").err())
        .contains("a command is missing: move, report, explain, select, serve, status");
    assertThat(run("", "shift").err()).contains("'shift' is not a command");
    assertThat(run("", "move").err()).contains("a PATH or --files-from FILE is missing");
    assertThat(run("", "move", "/", "--bandwidth", "fast").err())
        .contains("--bandwidth: 'fast' is not allowed; it has to be bytes per second");
    assertThat(run("", "move", "/", "--moves", "0").err())
        .contains("--moves: '0' is not allowed; it has to be a whole number from 1 to 10000");
    assertThat(run("", "move", "/", "-0").err()).contains("-0 needs --files-from");
    assertThat(run("", "move", "/", "--policy", "WARMER").err())
        .contains("--policy: 'WARMER' is not allowed; it has to be one of ALL_NVDIMM, ALL_RAMDISK");
    assertThat(run("", "report", "/", "--dry-run").err()).contains("--dry-run");
    assertThat(run("", "move", "/", "--async", "--wait").err()).contains("mutually exclusive");
    assertThat(run("", "move", "/", "--wait", "--bandwidth", "1m").err())
        .contains("the service has its own limits");
    assertThat(run("", "cancel").err()).contains("cancel: the request ID is missing");
    assertThat(run("", "status", "all").err())
        .contains("status: 'all' is not allowed; it has to be a request ID");
    assertThat(run("", "limits", "--moves-per-node", "0").err())
        .contains("--moves-per-node: '0' is not allowed");
    assertThat(run("", "status", "--state", "lost").err())
        .contains("--state: 'lost' is not allowed; it has to be one of ");
    assertThat(run("", "explain").err()).contains("explain: a FILE is missing");
    assertThat(run("", "serve", "--port").err()).contains("serve: '--port' is not allowed");
    CommandRun wrong = run("", "move", "--files-from", "/not/there");
    assertThat(wrong.err()).contains("--files-from: no such file '/not/there'");
    assertThat(wrong.exit()).isEqualTo(-5);
    assertThat(run("", "move", "file:///etc").err()).contains("file:///etc: it is on file");
    CommandRun faulty = run("", "-Ddfs.mover.file.moves=none", "move", "/");
    assertThat(faulty.exit()).isEqualTo(-5);
    assertThat(faulty.err()).contains("dfs.mover.file.moves: 'none' is not allowed");
    assertThat(run("", "--help").out()).contains("Usage: filemover");
    assertThat(run("", "move", "--help").out())
        .containsPattern("Blocks that only snapshots hold are not included:\\s+name DIR/.snapshot");
    for (String command :
        List.of(
            "move", "report", "explain", "serve", "status", "cancel", "limits", "retry", "rules",
            "recheck")) {
      assertThat(run("", command, "--help").out())
          .contains("Usage: filemover " + command, "Examples:\n  ");
    }
  }
}
