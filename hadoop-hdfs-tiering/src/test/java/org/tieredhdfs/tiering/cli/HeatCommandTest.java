package org.tieredhdfs.tiering.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.tiering.image.SmallImage;

class HeatCommandTest {
  private static final int COLD = 2;
  private static final int WARM = 5;
  private static final int ONE_SSD = 10;
  private static final int ALL_SSD = 12;
  private static final int RS_6_3 = 1;
  private static final int UNHEARD_OF = 6;
  private static final long GB = 1L << 30;

  private final Configuration conf = new Configuration(false);

  @TempDir private Path folder;
  private SmallImage image;
  private String path = "";

  @BeforeEach
  void begin() throws IOException {
    File file = folder.resolve("fsimage_0000000000000000042").toFile();
    path = file.getPath();
    image = new SmallImage(file);
  }

  /** Read so many days ago, and written two years before. */
  private INodeFile.Builder read(String owner, int daysAgo) {
    // an hour less than the next whole day, however long the test takes
    long timeMs =
        System.currentTimeMillis() - TimeUnit.DAYS.toMillis(daysAgo) - TimeUnit.HOURS.toMillis(1);
    return image
        .plain(owner, "all")
        .setAccessTime(timeMs)
        .setModificationTime(timeMs - TimeUnit.DAYS.toMillis(730));
  }

  private JsonNode report(String... words) throws IOException {
    image.write();
    String[] all = new String[words.length + 2];
    all[0] = "--image";
    all[1] = path;
    System.arraycopy(words, 0, all, 2, words.length);
    return HeatRun.json(conf, all);
  }

  private static long bytes(JsonNode json, String owner, String type, String age) {
    return HeatRun.row(json, "bytes", owner, type).get(age).asLong();
  }

  private static long files(JsonNode json, String owner, String type, String age) {
    return HeatRun.row(json, "files", owner, type).get(age).asLong();
  }

  @Test
  void replicasAreCountedOnTheTypesOfThePolicy() throws IOException {
    image
        .file("/hot", read("ann", 0), 100)
        .file("/warm", read("ann", 40).setStoragePolicyID(WARM), 10)
        .file("/fast/one", read("bob", 3).setReplication(2), 7, 3)
        .policy("/fast", ONE_SSD)
        .file("/cold", read("bob", 800).setStoragePolicyID(COLD), 1);

    JsonNode json = report();

    assertThat(json.get("contentBytes").asLong()).isEqualTo(121);
    assertThat(json.get("ageSince").asText()).isEqualTo("read");
    assertThat(bytes(json, "(all)", "DISK", "1d")).isEqualTo(300);
    assertThat(bytes(json, "(all)", "DISK", "90d")).isEqualTo(10);
    assertThat(bytes(json, "(all)", "DISK", "7d")).isEqualTo(10);
    assertThat(bytes(json, "(all)", "DISK", "all")).isEqualTo(320);
    assertThat(bytes(json, "(all)", "SSD", "7d")).isEqualTo(10);
    assertThat(bytes(json, "(all)", "ARCHIVE", "90d")).isEqualTo(20);
    assertThat(bytes(json, "(all)", "ARCHIVE", "older")).isEqualTo(3);
    assertThat(bytes(json, "(all)", "(all)", "all")).isEqualTo(353);
    assertThat(bytes(json, "bob", "DISK", "all")).isEqualTo(10);
    assertThat(bytes(json, "ann", "(all)", "all")).isEqualTo(330);
  }

  @Test
  void aFileCountsForEachTypeThatItIsOnAndOnceInAll() throws IOException {
    image
        .file("/warm", read("ann", 40).setStoragePolicyID(WARM), 10)
        .file("/hot", read("bob", 40), 10);

    JsonNode json = report();

    assertThat(files(json, "(all)", "DISK", "90d")).isEqualTo(2);
    assertThat(files(json, "(all)", "ARCHIVE", "90d")).isEqualTo(1);
    assertThat(files(json, "(all)", "(all)", "all")).isEqualTo(2);
    assertThat(files(json, "ann", "(all)", "90d")).isEqualTo(1);
  }

  @Test
  void erasureCodedFilesCountWithTheirParity() throws IOException {
    image
        .file("/large", coded(), 12L << 20)
        .file("/small", coded(), 1)
        .file("/other", coded().setErasureCodingPolicyID(70), 5);

    // six cells of data have three of parity; a byte has a byte in each of three
    assertThat(bytes(report(), "(all)", "DISK", "all")).isEqualTo((18L << 20) + 4 + 5);
  }

  private INodeFile.Builder coded() {
    return read("ann", 1).clearReplication().setErasureCodingPolicyID(RS_6_3);
  }

  @Test
  void whereReadsAreNotTimedAgesAreOfWritesAndItSaysSo() throws IOException {
    conf.set("dfs.namenode.accesstime.precision", "0");
    image.file("/a", read("ann", 0), 10);

    JsonNode json = report();

    assertThat(json.get("ageSince").asText()).isEqualTo("written");
    assertThat(bytes(json, "(all)", "DISK", "older")).isEqualTo(30);
    assertThat(json.get("notes").toString()).contains("Ages count from the last write");
    assertThat(HeatRun.text(conf, "--image", path)).contains("time since they were written");
  }

  @Test
  void aPolicyThatNobodyKnowsIsNotTakenForAnother() throws IOException {
    image.file("/a", read("ann", 0).setStoragePolicyID(UNHEARD_OF), 10);

    JsonNode json = report();

    assertThat(bytes(json, "(all)", "UNKNOWN", "all")).isEqualTo(30);
    assertThat(json.get("notes").toString()).contains("UNKNOWN stands for");
  }

  @Test
  void itSaysThatBytesAreByPolicyAndWithoutWhatOnlySnapshotsHold() throws IOException {
    assertThat(report().get("notes").toString())
        .contains("where policies say, not where blocks are")
        .contains("What only snapshots hold is not in it")
        .contains("The cluster was not asked");
  }

  @Test
  void withoutPricesThereAreNoCosts() throws IOException {
    image.file("/a", read("ann", 0), 10);

    assertThat(report("--what-if", "SSD=+1g").toString()).doesNotContain("cost");
    assertThat(HeatRun.text(conf, "--image", path)).doesNotContain("cost");
  }

  @Test
  void costsAreOfTheTypesThatHavePrices() throws IOException {
    conf.set("dfs.tiering.price.DISK", "20");
    conf.set("dfs.tiering.price.SSD", "100.5");
    image
        .file("/a", read("ann", 0), 512 * GB)
        .file("/b", read("bob", 0).setStoragePolicyID(ALL_SSD), 1024 * GB)
        .file("/c", read("bob", 0).setStoragePolicyID(COLD), 1024 * GB);

    JsonNode json = report("--what-if", "SSD=+2TB");

    assertThat(cost(json, "(all)", "DISK")).isEqualTo(30, within(1e-9));
    assertThat(cost(json, "(all)", "SSD")).isEqualTo(301.5, within(1e-9));
    assertThat(HeatRun.row(json, "bytes", "(all)", "ARCHIVE").get("cost").isNull()).isTrue();
    assertThat(cost(json, "(all)", "(all)")).isEqualTo(331.5, within(1e-9));
    assertThat(cost(json, "bob", "(all)")).isEqualTo(301.5, within(1e-9));
    assertThat(json.get("whatIf").get(0).get("cost").asDouble()).isEqualTo(201, within(1e-9));
    assertThat(HeatRun.text(conf, "--image", path)).contains("331.50").contains("{DISK=20.0, SSD");
  }

  private static double cost(JsonNode json, String owner, String type) {
    return HeatRun.row(json, "bytes", owner, type).get("cost").asDouble();
  }

  @Test
  void theCurveIsTheSpaceOfWhatWasReadWithinEachAge() throws IOException {
    image
        .file("/a", read("ann", 0).setStoragePolicyID(ALL_SSD), 10)
        .file("/b", read("ann", 5), 100)
        .file("/c", coded(), 1);

    JsonNode curve = report().get("curve");

    assertThat(curve.get(0).get("withinMs").asLong()).isEqualTo(TimeUnit.DAYS.toMillis(1));
    assertThat(curve.get(0).get("oneReplica").asLong()).isEqualTo(10);
    assertThat(curve.get(0).get("allReplicas").asLong()).isEqualTo(30);
    assertThat(curve.get(1).get("oneReplica").asLong()).isEqualTo(114);
    assertThat(curve.get(1).get("allReplicas").asLong()).isEqualTo(334);
    assertThat(curve.get(7).get("SSD").asLong()).isEqualTo(30);
    assertThat(curve.get(7).get("withinMs").isNull()).isTrue();
  }

  @Test
  void moreRoomHoldsWhatWasReadLast() throws IOException {
    image
        .file("/a", read("ann", 0).setStoragePolicyID(ALL_SSD), GB)
        .file("/b", read("ann", 10), GB)
        .file("/c", read("ann", 50), GB);

    JsonNode json =
        report("--what-if", "SSD=+3g", "--what-if", "SSD=+99g", "--what-if", "ARCHIVE=+1g");

    // with the three GB that policies want there: two files with all replicas, or all with one
    JsonNode some = json.get("whatIf").get(0);
    assertThat(some.get("if").asText()).isEqualTo("SSD=+3g");
    assertThat(some.get("room").asLong()).isEqualTo(6 * GB);
    assertThat(some.get("allReplicasMs").asLong()).isEqualTo(TimeUnit.DAYS.toMillis(50));
    assertThat(some.get("oneReplicaMs").isNull()).isTrue();
    assertThat(json.get("whatIf").get(1).get("allReplicasMs").isNull()).isTrue();
    assertThat(json.get("whatIf").get(2).get("room").asLong()).isEqualTo(GB);
    assertThat(json.get("whatIf").get(2).get("allReplicasMs").asLong())
        .isEqualTo(TimeUnit.HOURS.toMillis(1));
    assertThat(json.get("notes").toString()).contains("and what policies want there");
  }

  private void rule(String name, String files, String policy) {
    conf.set("dfs.tiering.rules", String.join(",", conf.get("dfs.tiering.rules", ""), name));
    conf.set("dfs.tiering.rule." + name + ".files", files);
    conf.set("dfs.tiering.rule." + name + ".policy", policy);
  }

  @Test
  void rulesMoveBytesFromTypeToTypeAndChangeTheCost() throws IOException {
    conf.set("dfs.tiering.price.DISK", "1024");
    conf.set("dfs.tiering.price.ARCHIVE", "512");
    rule("old", "last-read > 90d", "COLD");
    rule("fast", "owner = bob", "ONE_SSD");
    image
        .file("/old", read("ann", 100), GB)
        .file("/half", read("bob", 200).setStoragePolicyID(0), 2 * GB)
        .file("/warm/b", read("bob", 0), 4 * GB)
        .policy("/warm", WARM)
        .file("/pinned/c", read("ann", 500), 8 * GB)
        .attributes(
            "/pinned", image.attribute(XAttr.NameSpace.USER, "tiered.pin", ByteString.EMPTY))
        .file("/set", read("ann", 500).setStoragePolicyID(ALL_SSD), 16 * GB)
        .file("/striped", coded().setAccessTime(0), 6 * GB);

    JsonNode json = report("--rules");

    assertThat(json.get("changedFiles").asLong()).isEqualTo(4);
    assertThat(moved(json, "(all)", "DISK", "ARCHIVE")).isEqualTo(9 * GB + 9 * GB);
    // of DISK, ARCHIVE, ARCHIVE to SSD, DISK, DISK: one goes to DISK, one to SSD
    assertThat(moved(json, "(all)", "ARCHIVE", "SSD")).isEqualTo(4 * GB);
    assertThat(moved(json, "(all)", "ARCHIVE", "DISK")).isEqualTo(4 * GB);
    assertThat(moved(json, "ann", "DISK", "ARCHIVE")).isEqualTo(3 * GB + 9 * GB);
    assertThat(moved(json, "bob", "DISK", "ARCHIVE")).isEqualTo(6 * GB);
    JsonNode disk = HeatRun.row(json, "afterRules", "DISK");
    long before = bytes(json, "(all)", "DISK", "all");
    assertThat(disk.get("bytes").asLong()).isEqualTo(before);
    assertThat(disk.get("bytesAfter").asLong()).isEqualTo(before - 18 * GB + 4 * GB);
    assertThat(disk.get("cost").asDouble() - disk.get("costAfter").asDouble())
        .isEqualTo(14, within(1e-9));
    JsonNode all = HeatRun.row(json, "afterRules", "(all)");
    assertThat(all.get("bytesAfter").asLong()).isEqualTo(all.get("bytes").asLong());
    // 14 GB less on DISK, and 18 - 8 more on ARCHIVE
    assertThat(all.get("cost").asDouble() - all.get("costAfter").asDouble())
        .isEqualTo(14 - 5, within(1e-9));
    assertThat(HeatRun.text(conf, "--image", path, "--rules"))
        .contains("What the rules would move")
        .contains("Files that rules would change: 4");
  }

  private static long moved(JsonNode json, String owner, String from, String to) {
    return HeatRun.row(json, "moves", owner, from, to).get("bytes").asLong();
  }

  @Test
  void whereRulesChangeNothingNothingMoves() throws IOException {
    rule("old", "last-read > 90d", "COLD");
    image.file("/a", read("ann", 1), 10);

    JsonNode json = report("--rules");

    assertThat(json.get("moves")).isEmpty();
    assertThat(json.get("changedFiles").asLong()).isZero();
  }

  @Test
  void anEmptyNamespaceHasAReport() throws IOException {
    JsonNode json = report("--rules", "--what-if", "SSD=+1g");

    assertThat(bytes(json, "(all)", "(all)", "all")).isZero();
    assertThat(json.get("whatIf").get(0).get("allReplicasMs").isNull()).isTrue();
  }

  @Test
  void ownersBeyondTheBiggestAreTogether() throws IOException {
    for (int i = 0; i < 15; i++) {
      image.file("/f" + i, read("user" + i, 0), 100 + i);
    }

    JsonNode json = report();

    assertThat(bytes(json, "user14", "DISK", "all")).isEqualTo(342);
    // the five smallest, 100 to 104
    assertThat(bytes(json, "(others)", "DISK", "1d")).isEqualTo(3 * 510);
    assertThat(files(json, "(others)", "(all)", "all")).isEqualTo(5);
  }

  @Test
  void theTextIsATableForPeople() throws IOException {
    image.file("/a", read("ann\nmallory", 0), 3 * GB);
    image.write();

    assertThat(HeatRun.text(conf, "--image", path))
        .startsWith("fsimage_0000000000000000042: 1 files with 3 GB of content; policies want 9 GB")
        .containsPattern("\\(all\\) +DISK +9 GB")
        .contains("ann\\nmallory")
        .contains("- Bytes are where policies say");
  }
}
