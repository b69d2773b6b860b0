package org.tieredhdfs.ycsb.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** Whose code a case measured. */
public enum Side {
  /** This project. */
  @JsonProperty("ours")
  OURS,
  /** Hadoop and HBase as they are published. */
  @JsonProperty("stock")
  STOCK;

  /** The name in the report. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
