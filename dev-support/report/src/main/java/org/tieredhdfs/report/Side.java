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
  /** A client as it is published, on DataNodes of this project. */
  @JsonProperty("stock-client")
  STOCK_CLIENT,
  /** A client of this project, on DataNodes as they are published. */
  @JsonProperty("stock-datanode")
  STOCK_DATANODE,
  /** Hadoop's external storage policy satisfier, where it is measured beside Hadoop's Mover. */
  @JsonProperty("stock-sps")
  STOCK_SPS,
  /** In older reports: a program without Hadoop that does the least that the same takes. */
  @JsonProperty("floor")
  FLOOR;

  /** The name in the report. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
