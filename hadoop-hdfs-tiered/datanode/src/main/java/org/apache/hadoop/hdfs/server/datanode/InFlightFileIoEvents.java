package org.apache.hadoop.hdfs.server.datanode;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.tieredhdfs.hdfs.datanode.volume.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;

/**
 * The profiling hook around every I/O call of a DataNode, which also tells the volume registry what
 * begins and ends.
 *
 * <p>In the stock package because its superclass is visible only there. Thread-safe.
 */
public final class InFlightFileIoEvents extends ProfilingFileIoEvents {
  private final VolumeRegistry registry;

  public InFlightFileIoEvents(Configuration conf, VolumeRegistry registry) {
    super(conf);
    this.registry = registry;
  }

  @Override
  public long beforeMetadataOp(FsVolumeSpi volume, OPERATION op) {
    begin(volume, op, 0);
    return super.beforeMetadataOp(volume, op);
  }

  @Override
  public void afterMetadataOp(FsVolumeSpi volume, OPERATION op, long begin) {
    end(volume, true);
    super.afterMetadataOp(volume, op, begin);
  }

  @Override
  public long beforeFileIo(FsVolumeSpi volume, OPERATION op, long len) {
    begin(volume, op, len);
    return super.beforeFileIo(volume, op, len);
  }

  @Override
  public void afterFileIo(FsVolumeSpi volume, OPERATION op, long begin, long len) {
    end(volume, true);
    super.afterFileIo(volume, op, begin, len);
  }

  @Override
  public void onFailure(FsVolumeSpi volume, long begin) {
    end(volume, false);
    super.onFailure(volume, begin);
  }

  private void begin(FsVolumeSpi volume, OPERATION op, long len) {
    if (volume != null) {
      registry.beginIo(op.name(), ioClass(op), volume, len);
    }
  }

  private void end(FsVolumeSpi volume, boolean succeeded) {
    if (volume != null) {
      registry.endIo(succeeded);
    }
  }

  private static IoClass ioClass(OPERATION op) {
    return switch (op) {
      case READ, EXISTS, LIST, FADVISE -> IoClass.READ;
      case WRITE, FLUSH -> IoClass.WRITE;
      // Stock names the volume that it is read from; who copies names the other one
      case NATIVE_COPY -> IoClass.COPY;
      case SYNC -> IoClass.SYNC;
      case DELETE, MOVE, MKDIRS -> IoClass.DIRECTORY;
      case OPEN -> IoClass.OPEN;
      case TRANSFER -> IoClass.TRANSFER;
    };
  }
}
