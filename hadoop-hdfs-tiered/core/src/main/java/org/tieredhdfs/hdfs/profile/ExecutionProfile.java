package org.tieredhdfs.hdfs.profile;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;

/**
 * A DataNode's I/O settings for the volumes of one storage type.
 *
 * <p>Immutable.
 */
public final class ExecutionProfile {
  private final String type;
  private final Map<Setting, Held> held;
  private final boolean syncBehindWrites;
  private final boolean syncBehindWritesInBackground;
  private final boolean dropBehindWrites;
  private final boolean dropBehindReads;
  private final long readaheadBytes;
  private final boolean transferTo;
  private final boolean syncOnClose;
  private final long slowIoThresholdMs;
  private final boolean isSlowIoGlobal;

  /**
   * The value of a setting and its source.
   *
   * @param number bytes, milliseconds, or 1 for true
   * @param source the key that says so, or {@code "default of SSD"}
   * @param isOwn whether a key of the storage type says so
   */
  public record Held(long number, String source, boolean isOwn) {}

  ExecutionProfile(String type, Map<Setting, Held> held) {
    this.type = type;
    this.held = new EnumMap<>(held);
    this.syncBehindWrites = isOn(Setting.SYNC_BEHIND_WRITES);
    this.syncBehindWritesInBackground = isOn(Setting.SYNC_BEHIND_WRITES_IN_BACKGROUND);
    this.dropBehindWrites = isOn(Setting.DROP_BEHIND_WRITES);
    this.dropBehindReads = isOn(Setting.DROP_BEHIND_READS);
    this.readaheadBytes = held(Setting.READAHEAD).number();
    this.transferTo = isOn(Setting.TRANSFER_TO);
    this.syncOnClose = isOn(Setting.SYNC_ON_CLOSE);
    Held slow = held(Setting.SLOW_IO_THRESHOLD);
    this.slowIoThresholdMs = slow.number();
    this.isSlowIoGlobal = slow.source().equals(Setting.SLOW_IO_THRESHOLD.globalKey());
  }

  /** The name of the storage type. */
  public String type() {
    return type;
  }

  public Held held(Setting setting) {
    return Objects.requireNonNull(held.get(setting));
  }

  private boolean isOn(Setting setting) {
    return held(setting).number() != 0;
  }

  public boolean syncBehindWrites() {
    return syncBehindWrites;
  }

  public boolean syncBehindWritesInBackground() {
    return syncBehindWritesInBackground;
  }

  public boolean dropBehindWrites() {
    return dropBehindWrites;
  }

  public boolean dropBehindReads() {
    return dropBehindReads;
  }

  public long readaheadBytes() {
    return readaheadBytes;
  }

  public boolean transferTo() {
    return transferTo;
  }

  public boolean syncOnClose() {
    return syncOnClose;
  }

  /**
   * @param global what holds for all volumes now; Hadoop changes it while it runs
   */
  public long slowIoThresholdMs(long global) {
    return isSlowIoGlobal ? global : slowIoThresholdMs;
  }

  /** How many blocks are sent at a time from all volumes; 0 for no limit. */
  public long maxReaders() {
    return held(Setting.MAX_READERS).number();
  }

  /** How long a reader or writer waits for these limits. */
  public long transferWaitMs() {
    return held(Setting.TRANSFER_WAIT).number();
  }

  /** Whether something of it is done by libhadoop alone. */
  boolean needsLibhadoop() {
    return syncBehindWrites || dropBehindWrites || dropBehindReads || readaheadBytes > 0;
  }

  /** Writes into a configuration, in Hadoop's notation, how much of each volume is reserved. */
  public void reserveIn(Configuration conf) {
    Held reserved = held(Setting.RESERVED);
    if (reserved.isOwn()) {
      conf.setLong(Setting.hadoopReservedKey(type), reserved.number());
    }
  }
}
