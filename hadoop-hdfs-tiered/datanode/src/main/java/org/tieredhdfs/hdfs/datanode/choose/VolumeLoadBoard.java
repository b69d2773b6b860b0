package org.tieredhdfs.hdfs.datanode.choose;

import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** The {@link VolumeTraffic} of each volume, as datasets report it. Thread-safe. */
final class VolumeLoadBoard implements VolumeLoad {
  static final VolumeLoadBoard SHARED = new VolumeLoadBoard(System::nanoTime);

  private final PerVolume<VolumeTraffic> traffic;

  VolumeLoadBoard(LongSupplier nanoClock) {
    this.traffic = new PerVolume<>(volume -> new VolumeTraffic(nanoClock));
  }

  VolumeTraffic of(FsVolumeSpi volume) {
    return traffic.of(volume);
  }

  @Override
  public void blockOpened(FsVolumeSpi volume, ExtendedBlock block) {
    of(volume).openBlocks().opened(block);
  }

  @Override
  public void blockClosed(FsVolumeSpi volume, ExtendedBlock block) {
    of(volume).openBlocks().closed(block);
  }

  @Override
  public IoSpan ioStarted(FsVolumeSpi volume) {
    return of(volume).ioStarted();
  }

  @Override
  public void ioEnded(FsVolumeSpi volume, Io io, long writtenBytes, IoSpan span) {
    of(volume).ioEnded(io, writtenBytes, span);
  }

  @Override
  public void delivered(FsVolumeSpi volume, long bytes) {
    of(volume).delivered(bytes);
  }

  @Override
  public void setHung(FsVolumeSpi volume, boolean hung) {
    of(volume).setHung(hung);
  }
}
