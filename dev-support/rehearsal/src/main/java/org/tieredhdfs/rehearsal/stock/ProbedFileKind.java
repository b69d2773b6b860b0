package org.tieredhdfs.rehearsal.stock;

import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.rehearsal.stock.probe.Subject;

/** A kind of file that clients are tried on. */
enum ProbedFileKind {
  RAM(
      "All replicas on RAMDISK (policy ALL_RAMDISK, replication 3)",
      "ALL_RAMDISK",
      "RAMDISK",
      Subject.REPLICATED),
  MIXED(
      "RAMDISK and DISK (policy ONE_RAMDISK, replication 3)",
      "ONE_RAMDISK",
      "RAMDISK",
      Subject.REPLICATED),
  NVME(
      "A custom type (policy ALL_NVME, replication 3; its alias is SSD)",
      "ALL_NVME",
      "NVME",
      Subject.REPLICATED),
  STRIPED(
      "Erasure-coded on RAMDISK (XOR-2-1-1024k, policy ALL_RAMDISK)",
      "ALL_RAMDISK",
      "RAMDISK",
      "XOR-2-1-1024k");

  private final String title;
  private final String policy;
  private final String customType;
  private final String erasureCoding;

  ProbedFileKind(String title, String policy, String customType, String erasureCoding) {
    this.title = title;
    this.policy = policy;
    this.customType = customType;
    this.erasureCoding = erasureCoding;
  }

  /** The name of its directory. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  String title() {
    return title;
  }

  /** How many replicas of a full block lie on each type. */
  Map<String, Integer> types() {
    return this == MIXED ? Map.of("RAMDISK", 1, "DISK", 2) : Map.of(customType, 3);
  }

  boolean isErasureCoded() {
    return this == STRIPED;
  }

  Subject subject(StockClient client) {
    String root = "/" + label();
    return new Subject(root, root + "/" + client.column(), policy, customType, erasureCoding);
  }

  /** Whether a block with these replicas lies where the policy says. */
  boolean isPlaced(Map<String, Integer> found) {
    // the last stripe of an erasure-coded file may be shorter than its group
    return isErasureCoded()
        ? !found.isEmpty() && types().keySet().containsAll(found.keySet())
        : types().equals(found);
  }
}
