package org.tieredhdfs.hdfs.paths;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathPolicyParserTest {
  private final Configuration conf = new Configuration(false);

  private PathPolicyParser.Parsed parse(String mapping) {
    conf.set("dfs.tiered.path.policies", mapping);
    return PathPolicyParser.parse(conf);
  }

  private String onlyFault(String mapping) {
    PathPolicyParser.Parsed parsed = parse(mapping);
    assertThat(parsed.mapping()).isEmpty();
    assertThat(parsed.faults()).hasSize(1);
    return parsed.faults().get(0);
  }

  @Test
  void nothingSetIsNoMapping() {
    assertThat(PathPolicyParser.parse(conf))
        .isEqualTo(new PathPolicyParser.Parsed(List.of(), List.of()));
  }

  @Test
  void entriesStandBetweenCommasOrLineEnds() {
    PathPolicyParser.Parsed parsed =
        parse(
            "\n  /hbase/WALs=ALL_RAMDISK,\n  /hbase/data = all_ssd\n /hbase/archive=COLD,\n/=HOT\n");
    assertThat(parsed.faults()).isEmpty();
    assertThat(parsed.mapping())
        .containsExactly(
            new PathPolicy("/hbase/WALs", "ALL_RAMDISK"),
            new PathPolicy("/hbase/data", "ALL_SSD"),
            new PathPolicy("/hbase/archive", "COLD"),
            new PathPolicy("/", "HOT"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "/t/dt=2026-11-21=COLD ; /t/dt=2026-11-21",
        "/a b/c=COLD ; /a b/c",
        "/a\\,b=COLD ; /a,b",
        "/a\\\\b=COLD ; /a\\b",
        "/a\\ =COLD ; \"/a \"",
        "/a\\=b=COLD ; /a=b"
      })
  void pathsMayHoldSeparators(String entry, String path) {
    PathPolicyParser.Parsed parsed = parse(entry);
    assertThat(parsed.faults()).isEmpty();
    assertThat(parsed.mapping()).containsExactly(new PathPolicy(path, "COLD"));
  }

  @Test
  void policiesOfTheConfigurationAreKnown() {
    conf.set("dfs.tiered.storage.policies", "FAST");
    assertThat(parse("/a=FAST, /b=fast").mapping()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=COLD", "a/b=COLD", "=COLD", "hdfs://nn:8020/a=COLD", "./a=COLD"})
  void relativePathsAreRefused(String entry) {
    assertThat(onlyFault(entry))
        .startsWith("dfs.tiered.path.policies: '" + entry + "' is not allowed")
        .contains("an absolute path, without scheme and host");
  }

  @ParameterizedTest
  @CsvSource({
    "/a/=COLD,/a",
    "//a=COLD,/a",
    "/a//b=COLD,/a/b",
    "/a/./b=COLD,/a/b",
    "/a/../b=COLD,/b",
    "/..=COLD,/",
    "/.=COLD,/"
  })
  void pathsThatAreNotNormalisedAreRefusedWithTheNormalOne(String entry, String normalised) {
    assertThat(onlyFault(entry)).contains("'" + entry + "'").endsWith("this one is " + normalised);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a/.snapshot/s1=COLD", "/.reserved/raw/a=COLD", "/a:b=COLD"})
  void pathsThatHdfsCannotHaveOrGivesNoPolicyAreRefused(String entry) {
    assertThat(onlyFault(entry)).contains("'" + entry + "'", "HDFS");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a=FROZEN", "/a=", "/a=COLD WARM"})
  void unknownPolicyIsRefusedWithTheKnownOnes(String entry) {
    assertThat(onlyFault(entry))
        .contains("'" + entry + "'", "COLD, WARM, HOT", "ALL_RAMDISK, ONE_RAMDISK");
  }

  @Test
  void entryWithoutAPolicyIsRefused() {
    assertThat(onlyFault("/a")).endsWith("'/a' is not allowed; it has to be /path=POLICY");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a\\b=COLD", "/a\\n=COLD"})
  void backslashBeforeSomethingThatNeedsNoneIsRefused(String entry) {
    assertThat(onlyFault(entry)).contains("a backslash comes only before");
  }

  @Test
  void commaThatIsNotEscapedIsRefusedAsTwoEntries() {
    assertThat(parse("/a,b=COLD").faults()).hasSize(2);
  }

  @Test
  void pathThatStandsTwiceIsRefusedAndTheFirstHolds() {
    PathPolicyParser.Parsed parsed = parse("/a=COLD, /b=HOT, /a=WARM");
    assertThat(parsed.faults())
        .singleElement()
        .asString()
        .contains("'/a=WARM'", "a list without duplicates");
    assertThat(parsed.mapping())
        .containsExactly(new PathPolicy("/a", "COLD"), new PathPolicy("/b", "HOT"));
  }

  @Test
  void allFaultsAreFoundAtOnceAndGoodEntriesStay() {
    PathPolicyParser.Parsed parsed = parse("a=COLD, /b=NOPE, /c, /d/=NOPE, /e=HOT");
    assertThat(parsed.faults()).hasSize(5);
    assertThat(parsed.mapping()).containsExactly(new PathPolicy("/e", "HOT"));
  }
}
