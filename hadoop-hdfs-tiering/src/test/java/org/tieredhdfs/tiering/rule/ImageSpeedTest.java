package org.tieredhdfs.tiering.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.tiering.image.LargeImage;
import org.tieredhdfs.tiering.image.NamespaceImage;

/**
 * How much processor time and memory a large image takes: 200,000 files, or as many as {@code
 * -Dimage.files} says. Prints figures; what is selected is checked.
 */
class ImageSpeedTest {
  private static final long NOW_MS = TimeUnit.DAYS.toMillis(20_000);
  private static final int EXPRESSIONS = 20;

  private final Configuration conf = new Configuration(false);
  private final FileFacts facts = new FileFacts(NOW_MS, () -> true, PolicyNames.of(conf));

  @TempDir private Path folder;

  @Test
  void eachFileIsSeenOnceWhateverTheSize() throws Exception {
    long files = Long.getLong("image.files", 200_000);
    File image = folder.resolve("fsimage_0000000000000000001").toFile();
    new LargeImage(files, NOW_MS).write(image);
    List<Expression> expressions = new ArrayList<>();
    for (int i = 0; i < EXPRESSIONS; i++) {
      // the last ones differ from the first by nothing but their place
      expressions.add(
          Expression.parse(
              "path = /dt="
                  + i % 10
                  + ", /*/dt=1"
                  + i
                  + " and last-read > 90d and owner = user"
                  + i,
              facts));
    }
    Expression mine = Expression.parse("owner = user7", facts);

    long begun = cpuNanos();
    NamespaceImage namespace = new NamespaceImage(conf, image, done -> {});
    long loaded = cpuNanos();
    long[] seen = new long[2];
    namespace.forEachFile(
        file -> {
          seen[0]++;
          if (mine.fits(file)) {
            seen[1]++;
          }
        });
    long one = cpuNanos();
    long[] fitting = new long[EXPRESSIONS];
    namespace.forEachFile(
        file -> {
          for (int i = 0; i < EXPRESSIONS; i++) {
            if (expressions.get(i).fits(file)) {
              fitting[i]++;
              break;
            }
          }
        });
    long all = cpuNanos();
    System.gc();
    long heap = Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    System.out.printf(
        Locale.ROOT,
        "%,d files, %,d directories, %d MB; processor time: directories %.1f s, files with one"
            + " expression %.1f s, with %d %.1f s; %d MB of heap%n",
        files,
        namespace.directories(),
        image.length() >> 20,
        seconds(begun, loaded),
        seconds(loaded, one),
        EXPRESSIONS,
        seconds(one, all),
        heap >> 20);

    assertThat(seen[0]).isEqualTo(files);
    assertThat(seen[1]).isEqualTo((files + LargeImage.OWNERS - 8) / LargeImage.OWNERS);
    assertThat(fitting[0]).isPositive();
  }

  /** Of this thread, which does all of it: others on the machine do not count. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double seconds(long fromNanos, long toNanos) {
    return (toNanos - fromNanos) / 1e9;
  }
}
