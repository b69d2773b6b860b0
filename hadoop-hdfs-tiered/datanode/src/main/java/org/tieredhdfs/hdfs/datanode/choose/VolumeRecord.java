package org.tieredhdfs.hdfs.datanode.choose;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** What a policy knows of one volume; it holds no reference to the volume. */
class VolumeRecord {
  private static final AtomicLong SERIALS = new AtomicLong();

  /** Orders volumes by when they were first seen; unique, above 0. */
  final long serial = SERIALS.incrementAndGet();

  final SpaceGauge space;
  final VolumeTraffic traffic;
  final LongAdder chosen = new LongAdder();
  final String name;
  final StorageType storageType;

  VolumeRecord(FsVolumeSpi volume, VolumeTraffic traffic, LongSupplier nanoClock) {
    this.space = new SpaceGauge(nanoClock);
    this.traffic = traffic;
    this.name = String.valueOf(volume.getBaseURI());
    this.storageType = typeOf(volume);
  }

  static StorageType typeOf(FsVolumeSpi volume) {
    StorageType type = volume.getStorageType();
    return type != null ? type : StorageType.DEFAULT;
  }
}
