package org.tieredhdfs.hdfs.policies;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Without the overlay in front, so that RAMDISK is unknown and the built-in policies stay out. */
class CustomStoragePoliciesTest {
  private final Configuration conf = new Configuration(false);
  private final BlockStoragePolicy[] policies = new BlockStoragePolicy[16];

  private void describe(String name, String id, String types) {
    conf.set("dfs.tiered.storage.policy." + name + ".id", id);
    conf.set("dfs.tiered.storage.policy." + name + ".types", types);
  }

  @Test
  void validPoliciesAreAddedAtTheirIdsAndInvalidOnesLeftOut() {
    conf.set("dfs.tiered.storage.policies", "FAST, WRONG, SLOW");
    describe("FAST", "3", "SSD, DISK");
    describe("WRONG", "7", "SSD");
    describe("SLOW", "8", "ARCHIVE");

    CustomStoragePolicies.addTo(conf, policies);

    assertThat(policies[3].getName()).isEqualTo("FAST");
    assertThat(policies[3].getStorageTypes()).containsExactly(StorageType.SSD, StorageType.DISK);
    assertThat(policies[8].getName()).isEqualTo("SLOW");
    assertThat(policies).filteredOn(policy -> policy != null).hasSize(2);
  }

  @Test
  void policyThatStandsThereAlreadyIsNotReplaced() {
    BlockStoragePolicy vendors =
        new BlockStoragePolicy(
            (byte) 4,
            "VENDOR",
            new StorageType[] {StorageType.SSD},
            StorageType.EMPTY_ARRAY,
            StorageType.EMPTY_ARRAY);
    policies[4] = vendors;
    conf.set("dfs.tiered.storage.policies", "FAST");
    describe("FAST", "4", "DISK");

    CustomStoragePolicies.addTo(conf, policies);

    assertThat(policies[4]).isSameAs(vendors);
  }

  @Test
  void withoutAConfigurationTheOneOnTheClassPathIsRead() {
    CustomStoragePolicies.addTo(null, policies);
    assertThat(policies).containsOnlyNulls();
  }

  @Test
  void brokenConfigurationNeitherThrowsNorStopsStockPolicies() {
    Configuration broken = new Configuration(false);
    broken.addResource(new org.apache.hadoop.fs.Path("/no/such/file.xml"));
    broken.setQuietMode(false);
    CustomStoragePolicies.addTo(broken, policies);
    assertThat(policies).containsOnlyNulls();
  }

  @Test
  void onlyPoliciesOfASingleTypeAreOfOneType() {
    conf.set("dfs.tiered.storage.policies", "SAME, MIXED");
    describe("SAME", "6", "SSD, SSD");
    describe("MIXED", "9", "SSD, DISK");

    CustomStoragePolicies.addTo(conf, policies);

    assertThat(CustomStoragePolicies.isOfOneType((byte) 6)).isTrue();
    assertThat(CustomStoragePolicies.isOfOneType((byte) 9)).isFalse();
    assertThat(CustomStoragePolicies.isOfOneType((byte) 12)).isFalse();
    assertThat(CustomStoragePolicies.isOfOneType((byte) -1)).isFalse();
  }

  @Test
  void faultsAreLoggedAtMostOnceInAProcess() {
    conf.set("dfs.tiered.storage.policies", "HOT");
    // whichever test of this JVM comes first has the warning; see FaultLogTest
    CustomStoragePolicies.addTo(conf, policies);
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(CustomStoragePolicies.class));
    try {
      CustomStoragePolicies.addTo(conf, policies);
      CustomStoragePolicies.addTo(conf, policies);
      assertThat(log.getOutput()).isEmpty();
    } finally {
      log.stopCapturing();
    }
  }
}
