package org.tieredhdfs.bench.dfsio;

import java.util.List;
import java.util.Locale;
import org.tieredhdfs.localcluster.spec.OptionRange;

/**
 * How the study is brought to the size of one machine: as many files, which are smaller.
 *
 * <p>A read stays 1 MB, since what a seek costs beside it is what random reads measure.
 *
 * @param data which fraction of a file of the study a file has
 * @param files number of files
 * @param threads how many work at a time, for each case
 */
public record DfsioScale(double data, int files, List<Integer> threads) {
  /** The study went from one thread a node to 24. */
  public static final DfsioScale USUAL = new DfsioScale(1.0 / 1200, 72, List.of(3, 12, 72));

  public static final DfsioScale QUICK = new DfsioScale(1.0 / 2400, 24, List.of(12));

  static final long MB = 1L << 20;
  static final long RECORD_BYTES = MB;

  /** As much as a DataNode reads ahead by default, which is far more than the kernel does. */
  static final long SKIP_BYTES = 4 * MB;

  private static final int STUDY_FILE_MB = 9600;
  private static final int STUDY_READ_MB = 6400;
  private static final int MIN_FILE_MB = 3;
  private static final int MAX_THREADS = 72;

  public DfsioScale {
    threads = List.copyOf(threads);
    if (!(data > 0 && data <= 1) || Math.round(data * STUDY_FILE_MB) < MIN_FILE_MB) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "--scale: '%s' is not allowed; it has to be from 1/%d to 1",
              data,
              STUDY_FILE_MB / MIN_FILE_MB));
    }
    if (threads.isEmpty()) {
      throw new IllegalArgumentException("--threads: there has to be a number at least");
    }
    threads.forEach(count -> OptionRange.require("--threads", count, MAX_THREADS));
  }

  long fileBytes() {
    return Math.round(data * STUDY_FILE_MB) * MB;
  }

  /**
   * How much of each file a case reads. Without read-ahead the kernel asks for 4 KB at a time,
   * which takes a hard disk so long that one record of each file is enough.
   */
  long readBytes(DfsioPattern pattern, boolean readAhead) {
    if (!readAhead) {
      return RECORD_BYTES;
    }
    return pattern == DfsioPattern.SEQUENTIAL ? fileBytes() : partBytes();
  }

  /** How much of each file is read at random. */
  long partBytes() {
    return fileBytes() / RECORD_BYTES * STUDY_READ_MB / STUDY_FILE_MB * RECORD_BYTES;
  }

  /** For the report, and to see whether rows of two runs belong together. */
  String text() {
    return String.format(Locale.ROOT, "%d files of %d MB", files, fileBytes() / MB);
  }
}
