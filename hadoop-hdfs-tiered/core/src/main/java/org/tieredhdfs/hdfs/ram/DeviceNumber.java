package org.tieredhdfs.hdfs.ram;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The number of the device that a file is on, as the kernel's text files write it: {@code 8:1}. */
public final class DeviceNumber {
  private DeviceNumber() {}

  /** Asks the file system, which may wait for its device. */
  public static String of(Path file) throws IOException {
    long number = (Long) Files.getAttribute(file, "unix:dev");
    long major = (number >>> 8 & 0xfff) | (number >>> 32 & ~0xfffL);
    long minor = (number & 0xff) | (number >>> 12 & ~0xffL);
    return major + ":" + minor;
  }
}
