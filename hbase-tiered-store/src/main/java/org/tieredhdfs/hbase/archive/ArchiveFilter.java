package org.tieredhdfs.hbase.archive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hbase.HBaseTieredKeys;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.mover.api.MoveFilter;
import org.tieredhdfs.mover.api.MoveVerdict;

/**
 * The filter {@code hbase-archive} of the file mover: allows the move of a file in HBase's archive,
 * or of an old write-ahead log, when HBase's cleaner has not deleted it and no table reads it any
 * more.
 *
 * <p>Most archived files are deleted within minutes, and to move those would be work for nothing.
 * HBase sets a file's time of modification when it archives it, so its age there is known, however
 * late the service hears of it. A file to which a restored or cloned table has links is asked about
 * again later. Reads {@code hbase-site.xml} from the class path if there is one, for the cleaner's
 * times. Thread-safe once it is configured.
 */
public final class ArchiveFilter implements MoveFilter, Configurable {
  private static final String NAME = "hbase-archive";

  private final LongSupplier clockMs;
  private @Nullable Configuration conf;
  private ArchiveSchedule schedule = ArchiveSchedule.of(new Configuration(false));

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
    schedule = ArchiveSchedule.of(hbase);
  }

  @Override
  public @Nullable Configuration getConf() {
    return conf;
  }

  @Override
  public MoveVerdict judge(FileStatus file, FileSystem fileSystem) throws IOException {
    long nowMs = clockMs.getAsLong();
    long dueMs = schedule.dueMs(file, fileSystem, nowMs);
    return dueMs > nowMs ? MoveVerdict.notBefore(dueMs) : MoveVerdict.now();
  }
}
