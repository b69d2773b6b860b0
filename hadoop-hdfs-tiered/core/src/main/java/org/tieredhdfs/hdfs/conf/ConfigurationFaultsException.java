package org.tieredhdfs.hdfs.conf;

import java.util.List;

/** Thrown when a configuration is refused; carries every fault found, one sentence each. */
public final class ConfigurationFaultsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final List<String> faults;

  /**
   * @param subject what is refused, as the start of a sentence: {@code "NameNode does not start"}
   * @param faults one sentence each, naming key, value and what is allowed; not empty
   */
  public ConfigurationFaultsException(String subject, List<String> faults) {
    super(subject + ": " + String.join("\n  ", faults));
    this.faults = List.copyOf(faults);
  }

  /**
   * @param faults one sentence each, naming key, value and what is allowed; not empty
   */
  public ConfigurationFaultsException(List<String> faults) {
    super(String.join("; ", faults));
    this.faults = List.copyOf(faults);
  }

  public List<String> faults() {
    return faults;
  }
}
