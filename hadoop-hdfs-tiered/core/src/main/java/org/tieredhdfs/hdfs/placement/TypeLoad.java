package org.tieredhdfs.hdfs.placement;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;

/**
 * What one DataNode holds on volumes of one storage type, and what is on its way there.
 *
 * <p>A block counts as pending from the moment its place is chosen. With each heartbeat the bytes
 * stored are taken anew, and as many pending bytes are settled as the node has more; what was
 * chosen before the heartbeat and is neither stored nor scheduled any longer was abandoned or
 * shorter than its block size, and goes, too. So nothing is counted for ever, and a NameNode that
 * has just become active knows what its DataNodes have reported to it.
 *
 * <p>Thread-safe without locks: who chooses only adds, and one thread at a time looks at a
 * heartbeat.
 */
public final class TypeLoad {
  /** How soon a share follows a change of speed: a busy minute must not send data to and fro. */
  private static final double SHARE_HALF_LIFE_MS = 1_800_000;

  private final DatanodeDescriptor node;
  private final StorageType type;
  private final ToDoubleFunction<String> shareOf;
  private final int position;
  private final AtomicLong pendingBytes = new AtomicLong();
  private final AtomicLong pendingBlocks = new AtomicLong();
  private final AtomicLong bytesSinceReport = new AtomicLong();
  private final RecentBlocks recent = new RecentBlocks();
  private final AtomicBoolean isLookedAt = new AtomicBoolean();
  private volatile Reported reported = Reported.NOTHING;

  /** What a heartbeat said, and when. */
  private record Reported(long atMs, long storedBytes, int volumes, double share) {
    static final Reported NOTHING = new Reported(Long.MIN_VALUE, 0, 1, 1);

    /** The share that follows this one when volumes have earned another one meanwhile. */
    double share(long nowMs, double earned) {
      if (equals(NOTHING)) {
        return earned;
      }
      double kept = Math.pow(0.5, Math.max(0, nowMs - atMs) / SHARE_HALF_LIFE_MS);
      return earned + (share - earned) * kept;
    }
  }

  /**
   * @param shareOf how much a storage is to carry relative to others of the type, by its ID
   */
  TypeLoad(DatanodeDescriptor node, StorageType type, ToDoubleFunction<String> shareOf) {
    this.node = node;
    this.type = type;
    this.shareOf = shareOf;
    // spreads nodes over the circle that breaks ties
    position = (node.getDatanodeUuid().hashCode() * 31 + type.name().hashCode()) * 0x9E3779B9;
  }

  public DatanodeDescriptor node() {
    return node;
  }

  public StorageType type() {
    return type;
  }

  /** Where the node stands on the circle on which ties are broken, the same for ever. */
  int position() {
    return position;
  }

  /** Counts a block whose place was chosen here. */
  void choose(long bytes, long nowMs) {
    pendingBytes.addAndGet(bytes);
    pendingBlocks.incrementAndGet();
    bytesSinceReport.addAndGet(bytes);
    recent.add(nowMs);
  }

  /** Takes over what the node has reported since the last look. */
  void look() {
    long heardAtMs = node.getLastUpdateMonotonic();
    if (heardAtMs != reported.atMs() && isLookedAt.compareAndSet(false, true)) {
      try {
        settle(heardAtMs);
      } finally {
        isLookedAt.set(false);
      }
    }
  }

  private void settle(long heardAtMs) {
    long stored = 0;
    int volumes = 0;
    double shares = 0;
    for (StorageReport report : node.getStorageReports()) {
      DatanodeStorage storage = report.getStorage();
      if (storage.getStorageType() == type && storage.getState() == DatanodeStorage.State.NORMAL) {
        stored += report.getDfsUsed();
        volumes++;
        shares += shareOf.applyAsDouble(storage.getStorageID());
      }
    }
    Reported before = reported;
    boolean isFirst = before.equals(Reported.NOTHING);
    double share = before.share(heardAtMs, volumes > 0 ? shares / volumes : 1);
    reported = new Reported(heardAtMs, stored, Math.max(1, volumes), share);
    long grown = isFirst ? 0 : Math.max(0, stored - before.storedBytes());
    // read in this order, because a choice adds to the pending bytes first
    long newBytes = bytesSinceReport.getAndSet(0);
    long bytes = pendingBytes.get();
    long blocks = pendingBlocks.get();
    if (bytes <= 0 || blocks <= 0) {
      return;
    }
    double blockBytes = (double) bytes / blocks;
    // A block that was received after the heartbeat is no longer scheduled and not yet stored: the
    // next heartbeat's growth must not settle another one in its place.
    double scheduledBytes = node.getBlocksScheduled(type) * blockBytes;
    double possibleBytes = scheduledBytes + Math.min(bytes, newBytes);
    double pending = Math.max((double) (bytes - grown), scheduledBytes);
    long keptBytes = Math.min(bytes, (long) Math.min(pending, possibleBytes));
    long keptBlocks = (long) Math.ceil(keptBytes / blockBytes);
    pendingBlocks.addAndGet(Math.min(0, keptBlocks - blocks));
    pendingBytes.addAndGet(keptBytes - bytes);
  }

  /** The IDs of its storages of the type. */
  Stream<String> storageIds() {
    return Arrays.stream(node.getStorageInfos())
        .filter(storage -> storage.getStorageType() == type)
        .map(DatanodeStorageInfo::getStorageID);
  }

  /** Bytes on volumes of the type, as of the last heartbeat looked at. */
  public long storedBytes() {
    return reported.storedBytes();
  }

  /** Bytes of blocks that were chosen to lie here and are not yet among those stored. */
  public long pendingBytes() {
    return Math.max(0, pendingBytes.get());
  }

  /**
   * How much of the load of its type the node is to carry, relative to others: its volumes, by the
   * {@linkplain SpeedShares share} that they have had lately.
   */
  public double weight() {
    Reported now = reported;
    return now.volumes() * now.share();
  }

  /** Bytes of blocks that are being written now: pending ones that have not been received. */
  public double inFlightBytes(long nowMs) {
    long blocks = pendingBlocks.get();
    if (blocks <= 0) {
      return 0;
    }
    long open = Math.min(blocks, node.getBlocksScheduled(type) + (long) recent.count(nowMs));
    return (double) pendingBytes() / blocks * open;
  }

  /** The mean size of the pending blocks. */
  double meanBlockBytes() {
    long blocks = pendingBlocks.get();
    return blocks <= 0 ? 0 : (double) pendingBytes() / blocks;
  }
}
