package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RegionServers with wrong keys, which do not start, and what they say. */
class RefusedStartTest {
  private static final String POLICIES = "it has to be a storage policy: ";

  private static TieredHBase hbase;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    hbase = new TieredHBase(directory, Map.of("hbase.tiered.flush.policy", "ALL_SSD"));
  }

  @AfterAll
  static void stop() throws Exception {
    hbase.close();
  }

  private static String refusal(Map<String, String> settings) throws Exception {
    Configuration bad = new Configuration(hbase.conf());
    settings.forEach(bad::set);
    return hbase.refusal(bad);
  }

  @ParameterizedTest
  @CsvSource({"wal", "flush", "compaction", "compaction.small", "archive", "mob", "bulkload"})
  void policyThatTheNameNodeDoesNotKnow(String files) throws Exception {
    String key = "hbase.tiered." + files + ".policy";

    assertThat(refusal(Map.of(key, "FASTEST")))
        .contains(key + ": 'FASTEST' is not allowed; " + POLICIES)
        .contains("ALL_SSD", "HOT", "COLD");
  }

  @ParameterizedTest
  @CsvSource({
    "hbase.tiered.compaction.small.max.size, big, a size in bytes",
    "hbase.tiered.compaction.small.max.size, -1, from 0 to",
    "hbase.tiered.archive.min.age, soon, a duration",
    "hbase.tiered.archive.move.linked, maybe, true or false"
  })
  void valueOfAnotherKind(String key, String value, String allowed) throws Exception {
    assertThat(refusal(Map.of(key, value)))
        .contains(key + ": '" + value + "' is not allowed; it has to be")
        .contains(allowed);
  }

  @Test
  void keyThatDoesNotExist() throws Exception {
    assertThat(refusal(Map.of("hbase.tiered.flsh.policy", "HOT")))
        .contains("hbase.tiered.flsh.policy: no such key (value 'HOT')")
        .contains("the nearest key is hbase.tiered.flush.policy");
  }

  @ParameterizedTest
  @CsvSource({
    "hbase.hstore.engine.class, org.apache.hadoop.hbase.regionserver.StripeStoreEngine,"
        + " org.tieredhdfs.hbase.TieredStripeStoreEngine",
    "hbase.coprocessor.region.classes, '', org.tieredhdfs.hbase.TieredRegionObserver",
    "hbase.wal.storage.policy, HOT, hbase.tiered.wal.policy: 'ALL_SSD' is not allowed"
  })
  void settingThatContradictsOurs(String key, String value, String said) throws Exception {
    Map<String, String> settings = new HashMap<>();
    settings.put("hbase.tiered.wal.policy", "ALL_SSD");
    settings.put("hbase.tiered.mob.policy", "ALL_SSD");
    settings.put(key, value);

    assertThat(refusal(settings)).contains(key, value, said);
  }

  @Test
  void allFaultsAreNamedAtOnce() throws Exception {
    assertThat(
            refusal(
                Map.of(
                    "hbase.tiered.wal.policy", "FASTEST",
                    "hbase.tiered.compaction.small.max.size", "big",
                    "hbase.hstore.engine.class", "com.example.Other")))
        .contains("Placement of HBase's files: ")
        .contains("'FASTEST'", "'big'", "'com.example.Other'");
  }
}
