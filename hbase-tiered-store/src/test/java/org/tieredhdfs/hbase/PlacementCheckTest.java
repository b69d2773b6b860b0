package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementCheckTest {
  private static final List<String> POLICIES = List.of("HOT", "COLD", "ALL_SSD");

  private static final Pattern TABLE_KEY = Pattern.compile("'(hbase[^']*)' => '([^']*)'");

  private final Configuration conf = new Configuration(false);

  PlacementCheckTest() {
    TieredHBase.plugIn(conf);
  }

  private List<String> faults() {
    return PlacementCheck.ofServer(conf, POLICIES);
  }

  @Test
  void goodKeysHaveNoFault() {
    conf.set("hbase.tiered.wal.policy", "all_ssd");
    conf.set("hbase.tiered.flush.policy", "ALL_SSD");
    conf.set("hbase.tiered.compaction.small.max.size", "2g");
    assertThat(faults()).isEmpty();
  }

  @Test
  void allFaultsAreNamedAtOnceWithKeyValueAndWhatIsAllowed() {
    conf.set("hbase.tiered.flush.policy", "FASTEST");
    conf.set("hbase.tiered.compaction.small.max.size", "-1");
    conf.set("hbase.tiered.compation.policy", "HOT");

    assertThat(faults()).hasSize(3);
    assertThat(faults().toString())
        .contains("hbase.tiered.flush.policy: 'FASTEST'", "HOT, COLD, ALL_SSD")
        .contains("hbase.tiered.compaction.small.max.size: '-1'", "bytes")
        .contains("hbase.tiered.compation.policy: no such key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ram-ssd", "ram-ssd-hdd", "ssd-hdd", "ram-hdd"})
  void examplesAreWithoutFault(String mix) throws IOException {
    Path directory = Path.of("..", "ycsb-profiles", "profiles", mix);
    Path file = directory.resolve("hbase-site.xml");
    assertThat(file).exists();
    Configuration example = new Configuration(false);
    example.addResource(new org.apache.hadoop.fs.Path(file.toUri()));

    List<String> policies = List.of("ONE_RAMDISK", "ONE_RAMDISK_SSD", "ALL_SSD", "HOT");
    assertThat(PlacementCheck.given(example)).isNotEmpty();
    assertThat(PlacementCheck.ofServer(example, policies)).isEmpty();
    Map<String, String> ofTables = new HashMap<>();
    Matcher key = TABLE_KEY.matcher(Files.readString(directory.resolve("tables.rb")));
    while (key.find()) {
      ofTables.put(key.group(1), key.group(2));
    }
    assertThat(ofTables).isNotEmpty();
    assertThat(PlacementCheck.ofDescriptor("tables.rb", ofTables, policies)).isEmpty();
  }

  @Test
  void casesOfTheStudyAreWithoutFault() throws IOException {
    Path place = Path.of("..", "ycsb-profiles", "profiles");
    try (DirectoryStream<Path> cases = Files.newDirectoryStream(place, "{50G,1T}_*")) {
      int count = 0;
      for (Path directory : cases) {
        Configuration site = new Configuration(false);
        Path file = directory.resolve("hbase-site.xml");
        site.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
        assertThat(PlacementCheck.given(site)).as("%s", file).isNotEmpty();
        List<String> policies = List.of("ALL_RAMDISK", "ALL_SSD", "HOT");
        assertThat(PlacementCheck.ofServer(site, policies)).as("%s", file).isEmpty();
        count++;
      }
      assertThat(count).isEqualTo(12);
    }
  }

  @Test
  void keysWithoutThePlugInThatReadsThemAreAFault() {
    conf.set("hbase.tiered.flush.policy", "ALL_SSD");
    conf.set("hbase.tiered.wal.policy", "ALL_SSD");
    conf.set("hbase.tiered.mob.policy", "ALL_SSD");
    conf.unset("hbase.coprocessor.region.classes");
    conf.set("hbase.hstore.engine.class", "com.example.Other");

    assertThat(faults()).hasSize(2);
    assertThat(faults().toString())
        .contains("hbase.hstore.engine.class: 'com.example.Other'")
        .contains("hbase.coprocessor.region.classes: ''");
  }

  @Test
  void waitsOfWritersNeedTheCoprocessorToo() {
    conf.unset("hbase.coprocessor.region.classes");
    conf.set("hbase.tiered.write.pacing.max.wait", "0");
    assertThat(faults()).isEmpty();

    conf.set("hbase.tiered.write.pacing.max.wait", "20s");
    assertThat(faults())
        .singleElement()
        .asString()
        .contains("hbase.coprocessor.region.classes: ''");
  }

  @Test
  void twoWalPoliciesThatDifferAreAFault() {
    conf.set("hbase.tiered.wal.policy", "ALL_SSD");
    conf.set("hbase.wal.storage.policy", "HOT");
    assertThat(faults()).singleElement().asString().contains("hbase.tiered.wal.policy", "HOT");

    conf.set("hbase.wal.storage.policy", "all_ssd");
    assertThat(faults()).isEmpty();
  }
}
