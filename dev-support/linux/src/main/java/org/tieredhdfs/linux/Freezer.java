package org.tieredhdfs.linux;

import java.nio.file.Path;
import java.time.Duration;
import org.tieredhdfs.linux.LinuxTool.ToolException;

/** Freezes and thaws mounted file systems: writes to a frozen one hang in the kernel. */
public final class Freezer {
  private static final Duration FREEZE_LIMIT = Duration.ofMinutes(2);
  private static final Duration THAW_LIMIT = Duration.ofSeconds(20);

  private Freezer() {}

  /** Writes back what is dirty, then freezes. */
  public static void freeze(Path mountPoint) throws ToolException {
    LinuxTool.run(FREEZE_LIMIT, "fsfreeze", "--freeze", mountPoint.toString());
  }

  /** Thaws; returns whether the file system had been frozen. */
  public static boolean thaw(Path mountPoint) throws ToolException {
    try {
      LinuxTool.run(THAW_LIMIT, "fsfreeze", "--unfreeze", mountPoint.toString());
      return true;
    } catch (ToolException e) {
      // The kernel's answer for a file system that is not frozen.
      if (String.valueOf(e.getMessage()).contains("Invalid argument")) {
        return false;
      }
      throw e;
    }
  }
}
