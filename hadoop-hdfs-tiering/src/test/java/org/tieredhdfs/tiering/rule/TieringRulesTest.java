package org.tieredhdfs.tiering.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;

class TieringRulesTest {
  private final Configuration conf = new Configuration(false);

  private TieringRules read() {
    return TieringRules.of(conf, new FileFacts(0, () -> false, PolicyNames.of(conf)));
  }

  private void rule(String name, String files, String policy) {
    conf.set("dfs.tiering.rule." + name + ".files", files);
    conf.set("dfs.tiering.rule." + name + ".policy", policy);
  }

  private List<String> faults() {
    ConfigurationFaultsException refusal =
        catchThrowableOfType(ConfigurationFaultsException.class, this::read);
    return Objects.requireNonNull(refusal).faults();
  }

  @Test
  void rulesComeInTheOrderOfTheirList() {
    conf.set("dfs.tiering.rules", "small, Logs_2");
    rule("Logs_2", "path = /logs", "cold");
    rule("small", "size < 1m", "ALL_SSD");

    assertThat(read().all())
        .extracting(rule -> rule.name() + " " + rule.policyName())
        .containsExactly("small ALL_SSD", "Logs_2 COLD");
    assertThat(read().named("Logs_2").files()).hasToString("path = /logs");
  }

  @Test
  void withoutRulesThereAreNone() {
    assertThat(read().all()).isEmpty();
  }

  @Test
  void aWrongPriceWhichOnlyReportsUseStopsNoRule() {
    conf.set("dfs.tiering.rules", "small");
    rule("small", "size < 1m", "ALL_SSD");
    conf.set("dfs.tiering.price.SSD", "cheap");

    assertThat(read().all()).hasSize(1);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "rules | a b | dfs.tiering.rules: 'a b' is not allowed; it has to be a unique name",
        "rules | a.b | dfs.tiering.rules: 'a.b' is not allowed",
        "rules | a, a | dfs.tiering.rules: 'a' is not allowed; it has to be a unique name",
        "rule.a.files | '' | dfs.tiering.rule.a.files: '' is not allowed; it has to be there",
        "rule.a.files | size | dfs.tiering.rule.a.files: 'size': at the end, one of = != <",
        "rule.a.files | size > x | dfs.tiering.rule.a.files: size: 'x' is not allowed",
        "rule.a.files | policy = SSD | dfs.tiering.rule.a.files: policy: 'SSD' is not allowed",
        "rule.a.files | last-read > 9d | dfs.tiering.rule.a.files: last-read: the NameNode does"
            + " not",
        "rule.a.policy | '' | dfs.tiering.rule.a.policy: '' is not allowed; it has to be there",
        "rule.a.policy | SSD | dfs.tiering.rule.a.policy: 'SSD' is not allowed; it has to be"
            + " DIRECTORY or one of",
        "rule.a.policy | LAZY_PERSIST | dfs.tiering.rule.a.policy: 'LAZY_PERSIST' is not allowed",
        "rule.a.relieves | TAPE | dfs.tiering.rule.a.relieves: 'TAPE' is not allowed; it has to be"
            + " one of [",
        "rule.a.high.percent | 101 | dfs.tiering.rule.a.high.percent: '101' is not allowed",
        "rule.a.low.percent | 85 | dfs.tiering.rule.a.low.percent: '85' is not allowed; it has to"
            + " be less than dfs.tiering.rule.a.high.percent",
        "rule.a.fills | SSD | dfs.tiering.rule.a.fills: 'SSD' is not allowed; it has to be a storage"
            + " type and a share or size",
        "rule.a.fills | SSD 0% | dfs.tiering.rule.a.fills: 'SSD 0%' is not allowed",
        "rule.a.fills | SSD 101% | dfs.tiering.rule.a.fills: 'SSD 101%' is not allowed",
        "rule.a.fills | SSD -5 | dfs.tiering.rule.a.fills: 'SSD -5' is not allowed",
        "rule.a.fills | TAPE 5t | dfs.tiering.rule.a.fills: 'TAPE 5t' is not allowed",
        "rule.a.fills | SSD 80% | dfs.tiering.rule.a.policy: 'COLD' is not allowed; it has to be one"
            + " with replicas on SSD",
        "rules.fills.interval | 5 | dfs.tiering.rules.fills.interval: '5' is not allowed",
        "rules.max.bytes | 0 | dfs.tiering.rules.max.bytes: '0' is not allowed",
        "rules.windows | 22:00 | dfs.tiering.rules.windows: '22:00' is not allowed; it has to be"
            + " two times of day, as '22:00-06:00'",
        "rules.windows | 22:00-24:00 | dfs.tiering.rules.windows: '22:00-24:00' is not allowed",
        "rules.windows | 1-2 | dfs.tiering.rules.windows: '1-2' is not allowed",
        "rules.windows | 06:00-06:00 | dfs.tiering.rules.windows: '06:00-06:00' is not allowed",
        "rules.windows | 01:00-02:00, x | dfs.tiering.rules.windows: 'x' is not allowed",
        "rules.windows | x, y | dfs.tiering.rules.windows: 'y' is not allowed",
        "rule.b.policy | COLD | dfs.tiering.rule.b.policy: 'b' is not listed; it has to be in"
            + " dfs.tiering.rules: a",
      })
  void whatIsWrongIsRefusedWithItsKey(String key, String value, String expected) {
    conf.set("dfs.tiering.rules", "a");
    rule("a", "size > 1", "COLD");
    conf.set("dfs.tiering." + key, value);

    assertThat(faults()).anySatisfy(fault -> assertThat(fault).startsWith(expected));
  }

  @Test
  void aPolicyThatRelievesNothingIsRefused() {
    conf.set("dfs.tiering.rules", "a");
    rule("a", "size > 1", "ALL_SSD");
    conf.set("dfs.tiering.rule.a.relieves", "SSD");

    assertThat(faults())
        .containsExactly(
            "dfs.tiering.rule.a.policy: 'ALL_SSD' is not allowed; it has to be one with fewer"
                + " replicas on SSD");
  }

  @Test
  void aRuleThatRelievesATypeNamesAPolicy() {
    conf.set("dfs.tiering.rules", "a");
    rule("a", "size > 1", "DIRECTORY");
    conf.set("dfs.tiering.rule.a.relieves", "SSD");

    assertThat(faults())
        .containsExactly(
            "dfs.tiering.rule.a.policy: 'DIRECTORY' is not allowed; it has to be a policy, as"
                + " dfs.tiering.rule.a.relieves is set");
  }

  @Test
  void onlyPoliciesThatExistingFilesCanGetAreOffered() {
    conf.set("dfs.tiering.rules", "a");
    rule("a", "size > 1", "SSD");

    assertThat(faults()).singleElement().asString().contains("DIRECTORY or one of", "WARM");
    assertThat(faults().get(0)).doesNotContain("LAZY_PERSIST");
  }

  @Test
  void aWrongRuleHindersNoOtherDaemon() {
    conf.set("dfs.tiering.rules", "a");

    assertThat(new TieringKeys().faults("filemover", conf)).hasSize(2);
    assertThat(new TieringKeys().faults("NameNode", conf)).isEmpty();
  }

  @Test
  void allFaultsAreToldAtOnce() {
    conf.set("dfs.tiering.rules", "a, b, c");
    rule("a", "size > x and open = 1", "SSD");
    rule("b", "", "COLD");
    rule("d", "size > 1", "COLD");

    assertThat(faults())
        .satisfiesExactlyInAnyOrder(
            fault -> assertThat(fault).startsWith("dfs.tiering.rule.a.files: size: 'x'"),
            fault -> assertThat(fault).startsWith("dfs.tiering.rule.a.files: open: '1'"),
            fault -> assertThat(fault).startsWith("dfs.tiering.rule.a.policy: 'SSD'"),
            fault -> assertThat(fault).startsWith("dfs.tiering.rule.b.files: ''"),
            fault -> assertThat(fault).startsWith("dfs.tiering.rule.c.files: ''"),
            fault -> assertThat(fault).startsWith("dfs.tiering.rule.c.policy: ''"),
            fault -> assertThat(fault).startsWith("dfs.tiering.rule.d.files: 'd' is not listed"),
            fault -> assertThat(fault).startsWith("dfs.tiering.rule.d.policy: 'd' is not listed"));
  }
}
