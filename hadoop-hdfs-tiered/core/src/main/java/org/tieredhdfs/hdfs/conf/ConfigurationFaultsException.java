package org.tieredhdfs.hdfs.conf;

import java.util.List;

/**
 * Thrown when a configuration is refused; carries every fault found, one sentence each.
 *
 * <p>The message has one line per fault; a single fault makes one sentence.
 */
public final class ConfigurationFaultsException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final List<String> faults;

  /**
   * @param faults one sentence each, naming key, value and what is allowed; not empty
   */
  public ConfigurationFaultsException(List<String> faults) {
    super(String.join(System.lineSeparator(), faults));
    this.faults = List.copyOf(faults);
  }

  /**
   * @param refused what does not happen because of the faults: {@code "NameNode does not start"}
   * @param faults one sentence each, naming key, value and what is allowed; not empty
   */
  public ConfigurationFaultsException(String refused, List<String> faults) {
    super(message(refused, faults));
    this.faults = List.copyOf(faults);
  }

  public List<String> faults() {
    return faults;
  }

  private static String message(String refused, List<String> faults) {
    if (faults.size() == 1) {
      return refused + ": " + faults.get(0);
    }
    StringBuilder message =
        new StringBuilder(refused + ", " + faults.size() + " faults in its configuration:");
    for (String fault : faults) {
      message.append(System.lineSeparator()).append("  ").append(fault);
    }
    return message.toString();
  }
}
