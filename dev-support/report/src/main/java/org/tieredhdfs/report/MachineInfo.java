package org.tieredhdfs.report;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The machine on which a report was made.
 *
 * @param cores processors that the process may use
 * @param memory main memory that it may use, in bytes
 * @param kernel name and version of the kernel
 */
public record MachineInfo(int cores, long memory, String kernel) {

  public MachineInfo {
    if (cores < 1 || memory < 1) {
      throw new IllegalArgumentException(
          "cores and memory have to be over 0, not " + cores + " and " + memory);
    }
    Names.check("kernel", kernel);
  }

  /** The machine of this process; inside a container, the container's limits. */
  public static MachineInfo current() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new MachineInfo(
        Runtime.getRuntime().availableProcessors(),
        system.getTotalMemorySize(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"));
  }
}
