package org.tieredhdfs.hdfs.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class UnknownKeysTest {
  private final Configuration conf = new Configuration(false);

  private List<String> faults() {
    return UnknownKeys.faults(
        conf,
        List.of(
            new SomeKeys(
                "First",
                "dfs.one.",
                ConfigKey.text("dfs.one.threads", "4", "NameNode", "Doc."),
                ConfigKey.text("dfs.one.thing.<THING>.id", "", "NameNode", "Doc.")),
            new SomeKeys(
                "Second", "dfs.two.", ConfigKey.text("dfs.two.speed", "4", "NameNode", "Doc."))));
  }

  @Test
  void knownKeysAndKeysOfOthersAreLeftAlone() {
    conf.set("dfs.one.threads", "8");
    conf.set("dfs.one.thing.A.id", "8");
    conf.set("dfs.two.speed", "8");
    conf.set("dfs.three.thread", "8");
    assertThat(faults()).isEmpty();
  }

  @Test
  void misspeltKeyIsNamedWithTheNearest() {
    conf.set("dfs.one.thraeds", "8");
    assertThat(faults())
        .containsExactly(
            "dfs.one.thraeds: no such key (value '8'); the nearest key is" + " dfs.one.threads");
  }

  @Test
  void misspeltKeyOfAFamilyKeepsItsName() {
    conf.set("dfs.one.thing.FAST.ids", "8");
    conf.set("dfs.one.thnig.SLOW.id", "9");
    assertThat(faults())
        .hasSize(2)
        .anySatisfy(text -> assertThat(text).endsWith("the nearest key is dfs.one.thing.FAST.id"))
        .anySatisfy(text -> assertThat(text).endsWith("the nearest key is dfs.one.thing.SLOW.id"));
  }

  @Test
  void keyLikeNoOtherIsToBeTakenOut() {
    conf.set("dfs.two.completelyDifferentAndMuchLongerThanAnything", "8");
    assertThat(faults()).singleElement().asString().endsWith("remove it");
  }

  @Test
  void allModulesAreSearched() {
    conf.set("dfs.one.sped", "1");
    conf.set("dfs.two.sped", "1");
    assertThat(faults())
        .hasSize(2)
        .allSatisfy(text -> assertThat(text).contains("the nearest key is dfs.two.speed"));
  }

  @Test
  void distanceCountsChangesOfOneCharacter() {
    assertThat(UnknownKeys.distance("", "abc")).isEqualTo(3);
    assertThat(UnknownKeys.distance("abc", "abc")).isZero();
    assertThat(UnknownKeys.distance("abc", "ac")).isEqualTo(1);
    assertThat(UnknownKeys.distance("abc", "axbyc")).isEqualTo(2);
    assertThat(UnknownKeys.distance("kitten", "sitting")).isEqualTo(3);
  }
}
