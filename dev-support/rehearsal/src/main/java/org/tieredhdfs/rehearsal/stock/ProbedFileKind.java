package org.tieredhdfs.rehearsal.stock;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.tieredhdfs.rehearsal.stock.probe.Subject;

/**
 * A kind of file that clients are tried on.
 *
 * @param name of its directory
 * @param title for people
 * @param policy its storage policy
 * @param customType the custom type of that policy
 * @param erasureCoding its erasure coding policy, or "-"
 * @param types how many replicas of a full block lie on each type
 */
record ProbedFileKind(
    String name,
    String title,
    String policy,
    String customType,
    String erasureCoding,
    Map<String, Integer> types) {

  static final List<ProbedFileKind> ALL =
      List.of(
          new ProbedFileKind(
              "ram",
              "All replicas on RAMDISK (policy ALL_RAMDISK, replication 3)",
              "ALL_RAMDISK",
              "RAMDISK",
              "-",
              Map.of("RAMDISK", 3)),
          new ProbedFileKind(
              "mixed",
              "RAMDISK and DISK (policy ONE_RAMDISK, replication 3)",
              "ONE_RAMDISK",
              "RAMDISK",
              "-",
              Map.of("RAMDISK", 1, "DISK", 2)),
          new ProbedFileKind(
              "nvme",
              "A custom type (policy ALL_NVME, replication 3; its alias is SSD)",
              "ALL_NVME",
              "NVME",
              "-",
              Map.of("NVME", 3)),
          new ProbedFileKind(
              "striped",
              "Erasure-coded on RAMDISK (XOR-2-1-1024k, policy ALL_RAMDISK)",
              "ALL_RAMDISK",
              "RAMDISK",
              "XOR-2-1-1024k",
              Map.of("RAMDISK", 3)));

  ProbedFileKind {
    types = Map.copyOf(types);
  }

  /** Settings of the cluster that these need: one more type, and a policy for it. */
  static Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("dfs.tiered.storage.types", "NVME");
    settings.put("dfs.tiered.storage.type.NVME.number", "70");
    settings.put("dfs.tiered.storage.type.NVME.stock-alias", "SSD");
    settings.put("dfs.tiered.storage.policies", "ALL_NVME");
    settings.put("dfs.tiered.storage.policy.ALL_NVME.id", "3");
    settings.put("dfs.tiered.storage.policy.ALL_NVME.types", "NVME");
    return settings;
  }

  Subject subject(String client) {
    String root = "/" + name;
    return new Subject(root, root + "/" + client, policy, customType, erasureCoding);
  }

  /** Whether a block with these replicas lies where the policy says. */
  boolean isPlaced(Map<String, Integer> found) {
    // the last stripe of an erasure-coded file may be shorter than its group
    return erasureCoding.equals("-")
        ? types.equals(found)
        : !found.isEmpty() && types.keySet().containsAll(found.keySet());
  }
}
