package org.tieredhdfs.hbase.archive;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hbase.HBaseTieredKeys;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.mover.MoveFilter;
import org.tieredhdfs.mover.MoveVerdict;

/**
 * The filter {@code hbase-archive} of the file-level mover: lets a file of HBase's archive, or an
 * old write-ahead log, be moved when HBase's cleaner has left it and no table reads it any more.
 *
 * <p>Most archived files are deleted within minutes, and to move those would be work for nothing.
 * HBase sets a file's time of modification when it archives it, so its age there is known, however
 * late the service hears of it. A file to which a restored or cloned table has links is asked about
 * again later. Reads {@code hbase-site.xml} from the class path if there is one, for the cleaner's
 * times. Thread-safe once it is configured.
 */
public final class ArchiveFilter implements MoveFilter, Configurable {
  private static final String NAME = "hbase-archive";
  private static final String OLD_LOGS = "oldWALs";

  /** What HBase puts before the name of a file to name the directory of the links to it. */
  private static final String LINKS_PREFIX = ".links-";

  /** Links vanish when the table that has them is compacted, which nobody tells. */
  private static final long LINKED_RECHECK_MS = TimeUnit.MINUTES.toMillis(5);

  private final LongSupplier clockMs;
  private @Nullable Configuration conf;
  private ArchiveAge age = ArchiveAge.of(new Configuration(false));
  private boolean movesLinked;

  /** A filter with HBase's default times, until it is configured. */
  public ArchiveFilter() {
    this(System::currentTimeMillis);
  }

  ArchiveFilter(LongSupplier clockMs) {
    this.clockMs = clockMs;
  }

  @Override
  public String name() {
    return NAME;
  }

  /**
   * @throws ConfigurationFaultsException if one of its keys has no value of its kind
   */
  @Override
  public void setConf(@Nullable Configuration given) {
    if (given == null) {
      return;
    }
    Configuration hbase = new Configuration(given);
    hbase.addResource("hbase-site.xml");
    List<String> faults = new ArrayList<>();
    for (ConfigKey key :
        List.of(HBaseTieredKeys.ARCHIVE_MIN_AGE, HBaseTieredKeys.ARCHIVE_MOVE_LINKED)) {
      key.fault(hbase).ifPresent(faults::add);
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException(faults);
    }
    conf = given;
    age = ArchiveAge.of(hbase);
    movesLinked = HBaseTieredKeys.ARCHIVE_MOVE_LINKED.getBoolean(hbase);
  }

  @Override
  public @Nullable Configuration getConf() {
    return conf;
  }

  @Override
  public MoveVerdict judge(FileStatus file, FileSystem fileSystem) throws IOException {
    Path path = file.getPath();
    boolean isLog = isBelow(path, OLD_LOGS);
    long nowMs = clockMs.getAsLong();
    long dueMs = file.getModificationTime() + (isLog ? age.logMs() : age.storeFileMs());
    if (dueMs > nowMs) {
      return MoveVerdict.notBefore(dueMs);
    }
    if (!isLog && !movesLinked && isLinked(path, fileSystem)) {
      return MoveVerdict.notBefore(nowMs + LINKED_RECHECK_MS);
    }
    return MoveVerdict.now();
  }

  private static boolean isBelow(Path path, String directory) {
    for (Path up = path.getParent(); up != null; up = up.getParent()) {
      if (up.getName().equals(directory)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLinked(Path path, FileSystem fileSystem) throws IOException {
    Path links = new Path(path.getParent(), LINKS_PREFIX + path.getName());
    try {
      return fileSystem.listStatusIterator(links).hasNext();
    } catch (FileNotFoundException e) {
      return false;
    }
  }
}
