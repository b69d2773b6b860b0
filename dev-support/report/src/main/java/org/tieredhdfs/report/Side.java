package org.tieredhdfs.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Locale;

/** Whose code a case measured. */
public enum Side {
  /** This project. */
  @JsonProperty("ours")
  OURS,
  /** Hadoop and HBase as they are published. */
  @JsonProperty("stock")
  STOCK,
  /** Hadoop's external storage policy satisfier, where it is measured beside Hadoop's Mover. */
  @JsonProperty("stock-sps")
  STOCK_SPS;

  /** The name in the report. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
