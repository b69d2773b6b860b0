package org.tieredhdfs.ycsb.run;

import site.ycsb.Client;

/** The phase of a YCSB run. */
public enum YcsbPhase {
  /** Inserts the records, each once. */
  LOAD("-load"),
  /** Runs the mix of operations. */
  RUN("-t");

  private final String option;

  YcsbPhase(String option) {
    this.option = option;
  }

  /** The option that tells the client. */
  String option() {
    return option;
  }

  /** The properties of which the first that is given holds the number of operations. */
  String[] countProperties() {
    return this == LOAD
        ? new String[] {Client.INSERT_COUNT_PROPERTY, Client.RECORD_COUNT_PROPERTY}
        : new String[] {Client.OPERATION_COUNT_PROPERTY};
  }
}
