package org.tieredhdfs.hdfs.policies;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoragePolicyParserTest {
  private static final List<String> TYPES =
      List.of("RAM_DISK", "SSD", "DISK", "ARCHIVE", "PROVIDED", "NVDIMM", "RAMDISK", "NVME");
  private static final String KEY = "dfs.tiered.storage.policy.";

  private final Configuration conf = new Configuration(false);

  private StoragePolicyParser.Parsed parse() {
    return StoragePolicyParser.parse(conf, TYPES);
  }

  private void list(String names) {
    conf.set("dfs.tiered.storage.policies", names);
  }

  private void describe(String name, String id, String types) {
    conf.set(KEY + name + ".id", id);
    conf.set(KEY + name + ".types", types);
  }

  private List<String> names() {
    return parse().policies().stream().map(CustomStoragePolicy::name).toList();
  }

  private String onlyFault() {
    assertThat(names()).containsExactly("ALL_RAMDISK", "ONE_RAMDISK");
    assertThat(parse().faults()).hasSize(1);
    return parse().faults().get(0);
  }

  @Test
  void builtInPoliciesNeedNoConfiguration() {
    assertThat(parse().faults()).isEmpty();
    assertThat(parse().policies())
        .containsExactly(
            new CustomStoragePolicy(
                "ALL_RAMDISK",
                13,
                List.of("RAMDISK"),
                List.of("SSD", "DISK"),
                List.of("SSD", "DISK"),
                false),
            new CustomStoragePolicy(
                "ONE_RAMDISK",
                11,
                List.of("RAMDISK", "DISK"),
                List.of("SSD", "DISK"),
                List.of("SSD", "DISK"),
                false));
  }

  @Test
  void freeIdsAreThoseOfNeitherHadoopNorUs() {
    assertThat(ReservedPolicies.freeIds(ReservedPolicies.BUILT_IN)).containsExactly(3, 4, 6, 8, 9);
  }

  @Test
  void withoutBuiltInPoliciesTheirIdsAreFreeAndTheirNamesAreNot() {
    conf.set("dfs.tiered.storage.builtin-policies", "false");
    assertThat(parse()).isEqualTo(new StoragePolicyParser.Parsed(List.of(), List.of()));

    list("OURS, ALL_RAMDISK");
    describe("OURS", "13", "SSD");
    assertThat(names()).containsExactly("OURS");
    assertThat(parse().faults()).singleElement().asString().contains("ALL_RAMDISK", "not taken");
    assertThat(PolicyKeys.names(conf)).contains("OURS", "HOT").doesNotContain("ONE_RAMDISK");
  }

  @Test
  void builtInPoliciesAreOnOrOff() {
    conf.set("dfs.tiered.storage.builtin-policies", "maybe");
    assertThat(parse().faults())
        .singleElement()
        .asString()
        .contains("dfs.tiered.storage.builtin-policies", "maybe", "true", "false");
  }

  @Test
  void wholeDescriptionIsRead() {
    list("FAST");
    describe("FAST", "3", "nvme, NVME ,\n ssd");
    conf.set(KEY + "FAST.creation-fallbacks", "SSD,DISK");
    conf.set(KEY + "FAST.replication-fallbacks", "ARCHIVE");
    conf.set(KEY + "FAST.copy-on-create", "TRUE");

    assertThat(parse().faults()).isEmpty();
    assertThat(parse().policies())
        .contains(
            new CustomStoragePolicy(
                "FAST",
                3,
                List.of("NVME", "NVME", "SSD"),
                List.of("SSD", "DISK"),
                List.of("ARCHIVE"),
                true));
  }

  @Test
  void fallbacksAndCopyOnCreateMayBeLeftOut() {
    list("FAST");
    describe("FAST", "3", "NVME");
    assertThat(parse().faults()).isEmpty();
    assertThat(parse().policies())
        .contains(new CustomStoragePolicy("FAST", 3, List.of("NVME"), List.of(), List.of(), false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HOT",
        "hot",
        "Cold",
        "WARM",
        "ONE_SSD",
        "ALL_SSD",
        "ALL_NVDIMM",
        "LAZY_PERSIST",
        "PROVIDED",
        "ALL_RAMDISK",
        "one_ramdisk"
      })
  void reservedNamesAreRefused(String name) {
    list(name);
    assertThat(onlyFault())
        .startsWith("dfs.tiered.storage.policies: '" + name + "' is not allowed")
        .contains("PROVIDED", "LAZY_PERSIST", "ONE_RAMDISK");
  }

  @ParameterizedTest
  @ValueSource(strings = {"9LIVES", "WITH SPACE", "DOT.TED", "_X", "ÄRGER", "A=B"})
  void namesThatAreNoNamesAreRefused(String name) {
    list(name);
    assertThat(onlyFault()).contains("'" + name + "'", "letters, digits and _");
  }

  @Test
  void nameThatStandsTwiceIsRefusedOnceAndTheFirstHolds() {
    list("FAST, fast");
    describe("FAST", "3", "NVME");
    assertThat(parse().faults())
        .containsExactly(
            "dfs.tiered.storage.policies: 'fast' is not allowed; it has to be a list"
                + " without duplicates");
    assertThat(names()).contains("FAST");
  }

  @ParameterizedTest
  @CsvSource({
    "1,PROVIDED",
    "2,COLD",
    "5,WARM",
    "7,HOT",
    "10,ONE_SSD",
    "11,ONE_RAMDISK",
    "12,ALL_SSD",
    "13,ALL_RAMDISK",
    "14,ALL_NVDIMM",
    "15,LAZY_PERSIST"
  })
  void idsThatAreTakenAreRefused(String id, String owner) {
    list("FAST");
    describe("FAST", id, "NVME");
    assertThat(onlyFault())
        .isEqualTo(
            KEY
                + "FAST.id: '"
                + id
                + "' is not allowed; it has to be one of the free ids"
                + " 3, 4, 6, 8, 9 ("
                + owner
                + " has this one)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-3", "16", "19", "256", "three", "3.0", "", "99999999999999999999"})
  void idsThatAreNoNumberOfFourBitsAreRefused(String id) {
    list("FAST");
    describe("FAST", id, "NVME");
    assertThat(onlyFault())
        .isEqualTo(
            KEY
                + "FAST.id: '"
                + id
                + "' is not allowed; it has to be one of the free ids"
                + " 3, 4, 6, 8, 9 (a policy id has 4 bits)");
  }

  @Test
  void missingIdIsRefused() {
    list("FAST");
    conf.set(KEY + "FAST.types", "NVME");
    assertThat(onlyFault()).startsWith(KEY + "FAST.id: ''");
  }

  @Test
  void idThatTwoHaveIsRefusedAndTheFirstHolds() {
    list("FAST, SLOW");
    describe("FAST", "3", "NVME");
    describe("SLOW", "3", "ARCHIVE");
    assertThat(parse().faults())
        .containsExactly(
            KEY
                + "SLOW.id: '3' is not allowed; it has to be an id that no other policy has; FAST"
                + " has it");
    assertThat(names()).containsExactly("ALL_RAMDISK", "ONE_RAMDISK", "FAST");
  }

  @ParameterizedTest
  @ValueSource(strings = {"types", "creation-fallbacks", "replication-fallbacks"})
  void unknownTypeIsRefusedWhereverItStands(String list) {
    list("FAST");
    describe("FAST", "3", "SSD");
    conf.set(KEY + "FAST." + list, "SSD, NVMI");
    assertThat(onlyFault())
        .isEqualTo(
            KEY
                + "FAST."
                + list
                + ": 'NVMI' is not allowed; it has to be one of the storage types "
                + String.join(", ", TYPES));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", ",", " , \n"})
  void emptyTypeListIsRefused(String types) {
    list("FAST");
    describe("FAST", "3", types);
    assertThat(onlyFault())
        .startsWith(KEY + "FAST.types: ")
        .endsWith("a list of at least one storage type");
  }

  @ParameterizedTest
  @ValueSource(strings = {"types", "creation-fallbacks", "replication-fallbacks"})
  void ramDiskIsRefusedSinceHdfsPlacesNoReplicaThere(String list) {
    list("FAST");
    describe("FAST", "3", "SSD");
    conf.set(KEY + "FAST." + list, "RAM_DISK");
    assertThat(onlyFault()).contains("." + list + ": 'RAM_DISK'", "LAZY_PERSIST", "use RAMDISK");
  }

  @Test
  void policyThatCouldNeverPlaceABlockIsRefused() {
    list("FAST");
    describe("FAST", "3", "PROVIDED");
    conf.set(KEY + "FAST.creation-fallbacks", "PROVIDED");
    conf.set(KEY + "FAST.replication-fallbacks", "DISK");
    assertThat(onlyFault())
        .startsWith(KEY + "FAST.types: 'PROVIDED' is not allowed")
        .contains("a list with a writable storage type", KEY + "FAST.creation-fallbacks");
  }

  @Test
  void policyThatPlacesBlocksByItsFallbacksAloneIsAllowed() {
    list("FAST");
    describe("FAST", "3", "PROVIDED");
    conf.set(KEY + "FAST.creation-fallbacks", "DISK");
    assertThat(parse().faults()).isEmpty();
    assertThat(names()).contains("FAST");
  }

  @Test
  void switchThatIsNeitherTrueNorFalseIsRefused() {
    list("FAST");
    describe("FAST", "3", "SSD");
    conf.set(KEY + "FAST.copy-on-create", "yes");
    assertThat(onlyFault()).contains("FAST.copy-on-create: 'yes'", "true or false");
  }

  @Test
  void descriptionOfAPolicyThatIsNotListedIsNamed() {
    list("FAST");
    describe("FAST", "3", "SSD");
    conf.set(KEY + "FSAT.id", "4");
    conf.set(KEY + "ALL_RAMDISK.types", "SSD");
    assertThat(parse().faults())
        .containsExactly(
            KEY
                + "ALL_RAMDISK.types: 'ALL_RAMDISK' is built in and cannot be changed; it has to be"
                + " in dfs.tiered.storage.policies: FAST",
            KEY
                + "FSAT.id: 'FSAT' is not listed; it has to be in dfs.tiered.storage.policies:"
                + " FAST");
    assertThat(names()).containsExactly("ALL_RAMDISK", "ONE_RAMDISK", "FAST");
  }

  @Test
  void allFaultsAreFoundAtOnceAndGoodPoliciesStay() {
    list("HOT, GOOD, BAD");
    describe("GOOD", "4", "SSD");
    describe("BAD", "99", "NOPE, ALSO_NOT");
    conf.set(KEY + "BAD.copy-on-create", "perhaps");
    assertThat(parse().faults()).hasSize(5);
    assertThat(names()).containsExactly("ALL_RAMDISK", "ONE_RAMDISK", "GOOD");
  }

  @Test
  void fiveOwnPoliciesFit() {
    list("A, B, C, D, E");
    List<Integer> ids = ReservedPolicies.freeIds(ReservedPolicies.BUILT_IN);
    for (int i = 0; i < ids.size(); i++) {
      describe(String.valueOf((char) ('A' + i)), ids.get(i).toString(), "SSD");
    }
    assertThat(parse().faults()).isEmpty();
    assertThat(names()).hasSize(7);
  }
}
