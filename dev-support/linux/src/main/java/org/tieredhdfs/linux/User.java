package org.tieredhdfs.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The user as whom this process runs. */
public final class User {
  private User() {}

  public static boolean isRoot() {
    try {
      return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException | UnsupportedOperationException notLinux) {
      return false;
    }
  }
}
