package org.tieredhdfs.hdfs.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.Test;

class TieredConfigurationCheckTest {
  private final Configuration conf = new HdfsConfiguration();

  private List<String> faults() {
    return TieredConfigurationCheck.faults("NameNode", conf);
  }

  private void describeTypeAndPolicy() {
    conf.set("dfs.tiered.storage.types", "NVME");
    conf.set("dfs.tiered.storage.type.NVME.number", "70");
    conf.set("dfs.tiered.storage.policies", "FAST");
    conf.set("dfs.tiered.storage.policy.FAST.id", "3");
    conf.set("dfs.tiered.storage.policy.FAST.types", "NVME, DISK");
    conf.set("dfs.tiered.storage.policy.FAST.creation-fallbacks", "RAMDISK, DISK");
    conf.set("dfs.tiered.path.policies", "/a=FAST, /b=ALL_RAMDISK, /c=COLD");
  }

  @Test
  void nothingOfOursIsNoFault() {
    assertThat(faults()).isEmpty();
    assertThatCode(() -> TieredConfigurationCheck.requireValid("NameNode", conf))
        .doesNotThrowAnyException();
  }

  @Test
  void goodDescriptionIsNoFault() {
    describeTypeAndPolicy();
    assertThat(faults()).isEmpty();
  }

  @Test
  void faultsOfTypesPoliciesPathsAndUnknownKeysAreFoundAtOnce() {
    describeTypeAndPolicy();
    conf.set("dfs.tiered.storage.type.NVME.number", "7");
    conf.set("dfs.tiered.storage.policy.FAST.id", "12");
    conf.set("dfs.tiered.path.policies", "a=FAST, /b=ALL_NVME");
    conf.set("dfs.tiered.storage.polices", "SLOW");

    assertThat(faults())
        .hasSize(5)
        .anySatisfy(text -> assertThat(text).contains("type.NVME.number: '7'", "from 64 to 32767"))
        .anySatisfy(text -> assertThat(text).contains("policy.FAST.id: '12'", "ALL_SSD has this"))
        .anySatisfy(text -> assertThat(text).contains("'a=FAST'", "absolute path"))
        .anySatisfy(text -> assertThat(text).contains("'/b=ALL_NVME'", "ONE_RAMDISK, FAST"))
        .anySatisfy(
            text ->
                assertThat(text)
                    .contains("dfs.tiered.storage.polices", "dfs.tiered.storage.policies"));
  }

  @Test
  void aFaultInATypeIsNotReportedAgainByThePoliciesThatUseIt() {
    describeTypeAndPolicy();
    conf.set("dfs.tiered.storage.type.NVME.number", "x");
    assertThat(faults()).singleElement().asString().contains("type.NVME.number: 'x'");
  }

  @Test
  void keysOfATypeThatIsNotListedAreNamed() {
    describeTypeAndPolicy();
    conf.set("dfs.tiered.storage.type.NMVE.ram", "true");
    assertThat(faults())
        .containsExactly(
            "dfs.tiered.storage.type.NMVE.ram: 'NMVE' is not listed; it has to be in"
                + " dfs.tiered.storage.types: NVME");
  }

  @Test
  void keysOfTheBuiltInTypeCannotBeSet() {
    conf.set("dfs.tiered.storage.type.RAMDISK.number", "65");
    assertThat(faults()).singleElement().asString().contains("'RAMDISK' is built in");
  }

  @Test
  void namesMayBeListedInLowerCaseAndDescribedInUpperCase() {
    describeTypeAndPolicy();
    conf.set("dfs.tiered.storage.types", "nvme");
    conf.set("dfs.tiered.storage.policies", "fast");
    conf.set("dfs.tiered.path.policies", "/a=fast");
    assertThat(faults()).isEmpty();
  }

  @Test
  void refusalForOneFaultIsOneSentence() {
    conf.set("dfs.tiered.path.policies", "a=HOT");
    assertThatThrownBy(() -> TieredConfigurationCheck.requireValid("DataNode", conf))
        .hasMessage("DataNode does not start: " + faults().get(0))
        .hasMessageNotContaining(System.lineSeparator());
  }

  @Test
  void refusalHasALineForEachFault() {
    conf.set("dfs.tiered.storage.policies", "HOT");
    conf.set("dfs.tiered.path.policies", "a=HOT");
    assertThatThrownBy(() -> TieredConfigurationCheck.requireValid("DataNode", conf))
        .isInstanceOfSatisfying(
            ConfigurationFaultsException.class, e -> assertThat(e.faults()).hasSize(2))
        .satisfies(
            e ->
                assertThat(String.valueOf(e.getMessage()).lines())
                    .hasSize(3)
                    .startsWith("DataNode does not start, 2 faults in its configuration:")
                    .anyMatch(line -> line.startsWith("  dfs.tiered.storage.policies: 'HOT'"))
                    .anyMatch(line -> line.startsWith("  dfs.tiered.path.policies: 'a=HOT'")));
  }
}
