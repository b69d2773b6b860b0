package org.tieredhdfs.hdfs.datanode.choose;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DF;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.DirectoryScanner.ReportCompiler;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.checker.VolumeCheckResult;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.DataNodeVolumeMetrics;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;

/** A volume with a free space that a test sets, and a file system that a test can hang. */
final class FakeVolume implements FsVolumeSpi {
  private final String name;
  private final StorageType type;
  private final AtomicInteger asked = new AtomicInteger();
  private volatile long availableBytes;
  private volatile @Nullable CountDownLatch hang;
  private volatile @Nullable IOException failure;

  FakeVolume(String name, StorageType type, long availableBytes) {
    this.name = name;
    this.type = type;
    this.availableBytes = availableBytes;
  }

  static FakeVolume disk(String name, long availableBytes) {
    return new FakeVolume(name, StorageType.DISK, availableBytes);
  }

  void setAvailable(long bytes) {
    availableBytes = bytes;
  }

  void fail(@Nullable IOException how) {
    failure = how;
  }

  void hang() {
    hang = new CountDownLatch(1);
  }

  void answer() {
    CountDownLatch held = hang;
    hang = null;
    if (held != null) {
      held.countDown();
    }
  }

  /** How often its free space was asked for. */
  int asked() {
    return asked.get();
  }

  @Override
  public long getAvailable() throws IOException {
    asked.incrementAndGet();
    CountDownLatch held = hang;
    if (held != null) {
      awaitUninterruptibly(held);
    }
    IOException how = failure;
    if (how != null) {
      throw how;
    }
    return availableBytes;
  }

  /** As a system call does: no interrupt ends it. */
  private static void awaitUninterruptibly(CountDownLatch held) {
    boolean interrupted = false;
    while (true) {
      try {
        held.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public String getStorageID() {
    return "DS-" + name;
  }

  @Override
  public URI getBaseURI() {
    return URI.create("file:/" + name);
  }

  @Override
  public StorageType getStorageType() {
    return type;
  }

  @Override
  public String toString() {
    return name;
  }

  @Override
  public FsVolumeReference obtainReference() {
    throw unused();
  }

  @Override
  public String[] getBlockPoolList() {
    return new String[0];
  }

  @Override
  public DF getUsageStats(Configuration conf) {
    throw unused();
  }

  @Override
  public StorageLocation getStorageLocation() {
    throw unused();
  }

  @Override
  public boolean isTransientStorage() {
    return type.isTransient();
  }

  @Override
  public boolean isRAMStorage() {
    return type.isRAM();
  }

  @Override
  public void reserveSpaceForReplica(long bytesToReserve) {
    throw unused();
  }

  @Override
  public void releaseReservedSpace(long bytesToRelease) {
    throw unused();
  }

  @Override
  public void releaseLockedMemory(long bytesToRelease) {
    throw unused();
  }

  @Override
  public BlockIterator newBlockIterator(String bpid, String iteratorName) {
    throw unused();
  }

  @Override
  public BlockIterator loadBlockIterator(String bpid, String iteratorName) {
    throw unused();
  }

  @Override
  @SuppressWarnings("rawtypes") // as the interface has it
  public FsDatasetSpi getDataset() {
    throw unused();
  }

  @Override
  public byte[] loadLastPartialChunkChecksum(java.io.File blockFile, java.io.File metaFile) {
    throw unused();
  }

  @Override
  public void compileReport(
      String bpid, java.util.Collection<ScanInfo> report, ReportCompiler compiler) {
    throw unused();
  }

  @Override
  public FileIoProvider getFileIoProvider() {
    throw unused();
  }

  @Override
  public DataNodeVolumeMetrics getMetrics() {
    throw unused();
  }

  @Override
  public VolumeCheckResult check(VolumeCheckContext context) {
    throw unused();
  }

  private UnsupportedOperationException unused() {
    return new UnsupportedOperationException("No policy is expected to call this on " + name);
  }
}
