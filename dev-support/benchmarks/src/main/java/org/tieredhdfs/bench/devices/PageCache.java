package org.tieredhdfs.bench.devices;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.localcluster.media.Volume;

/**
 * Drops what the page cache holds of the files of emulated volumes, and of nothing else on the
 * machine, which {@code /proc/sys/vm/drop_caches} would.
 */
public final class PageCache {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private PageCache() {}

  /** Writes what is dirty of the volumes and drops the pages of all their files. */
  public static void drop(List<Volume> volumes) throws IOException {
    for (Volume volume : volumes) {
      if (volume.medium() == Volume.Medium.EMULATED) {
        drop(volume.path());
      }
    }
  }

  /**
   * Drops the pages of all files in a folder; what is mounted below it stays.
   *
   * <p>With {@code count=0}, GNU's {@code dd} reads nothing, and has the kernel drop the whole file
   * (POSIX_FADV_DONTNEED), for which Java has no call.
   */
  static void drop(Path folder) throws IOException {
    // pages that are not written yet would stay
    LinuxTool.run(LIMIT, "sync", "--file-system", folder.toString());
    LinuxTool.run(
        LIMIT,
        List.of(
            "find",
            folder.toString(),
            "-xdev",
            "-type",
            "f",
            "-exec",
            "dd",
            "if={}",
            "iflag=nocache",
            "count=0",
            "status=none",
            ";"));
  }
}
