package org.tieredhdfs.bench.flash;

import java.util.Map;
import org.tieredhdfs.ycsb.run.WorkloadProfile;

/** A workload of the study, in the order in which a table is put through them. */
enum FlashWorkload {
  LOAD("load", WorkloadProfile.LOAD),
  /** YCSB's E: 95 % scan, 5 % insert. */
  E("e", WorkloadProfile.SCAN_INSERT),
  INSERT_READ("insert55-read45", WorkloadProfile.INSERT_READ),
  INSERT_SCAN("insert55-scan45", WorkloadProfile.INSERT_SCAN),
  /** Updates are buffered as in the study, where it broke when all buffers were sent at the end. */
  UPDATE_SCAN("update55-scan45", WorkloadProfile.UPDATE_SCAN);

  private static final Map<String, String> BUFFERED = Map.of("clientbuffering", "true");

  private final String label;
  private final WorkloadProfile profile;

  FlashWorkload(String label, WorkloadProfile profile) {
    this.label = label;
    this.profile = profile;
  }

  /** As it is in the names of cases. */
  String label() {
    return label;
  }

  WorkloadProfile profile() {
    return profile;
  }

  /** Properties in place of the profile's. */
  Map<String, String> properties() {
    return this == UPDATE_SCAN ? BUFFERED : Map.of();
  }
}
