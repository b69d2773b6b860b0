package org.tieredhdfs.hdfs.datanode.choose.space;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlocks;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/** A policy's state for one volume; it holds no reference to the volume. */
public class VolumeRecord {
  private static final AtomicLong SERIALS = new AtomicLong();

  /** How long a choice counts if no block follows. */
  private static final long PLACE_NANOS = 60_000_000_000L;

  /** Orders volumes by when they were first seen; unique, above 0. */
  public final long serial = SERIALS.incrementAndGet();

  /** The number of the choice that took this volume last, to share blocks out in turn. */
  public final AtomicLong lastTurn = new AtomicLong();

  public final VolumeTraffic traffic;
  public final LongAdder chosen = new LongAdder();
  public final String name;
  public final StorageType storageType;

  /** The free space at the last check, less what was promised since. */
  public volatile long availableBytes;

  /** Why the last check of the free space failed. */
  public volatile @Nullable String failure;

  public VolumeRecord(FsVolumeSpi volume, VolumeTraffic traffic) {
    this.traffic = traffic;
    this.name = String.valueOf(volume.getBaseURI());
    this.storageType = typeOf(volume);
  }

  public static StorageType typeOf(FsVolumeSpi volume) {
    StorageType type = volume.getStorageType();
    return type != null ? type : StorageType.DEFAULT;
  }

  /** Reads the free space; this project's dataset caches it. */
  public void look(FsVolumeSpi volume) {
    try {
      OpenBlocks open = traffic.openBlocks();
      open.expirePlaces(PLACE_NANOS);
      availableBytes = Math.max(0, volume.getAvailable() - open.claimedBytes());
      failure = null;
    } catch (IOException | RuntimeException e) {
      availableBytes = 0;
      failure = e.toString();
    }
  }

  /** Whether this volume was chosen longer ago than another, or seen earlier if neither was. */
  public boolean isBefore(VolumeRecord other) {
    long mine = lastTurn.get();
    long theirs = other.lastTurn.get();
    return mine != theirs ? mine < theirs : serial < other.serial;
  }
}
