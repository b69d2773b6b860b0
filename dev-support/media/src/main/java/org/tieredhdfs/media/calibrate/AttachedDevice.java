package org.tieredhdfs.media.calibrate;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.tieredhdfs.linux.LoopDevices;
import org.tieredhdfs.media.device.MediaDevice;
import org.tieredhdfs.media.device.Overhead;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.media.server.DeviceSpec;
import org.tieredhdfs.media.server.MediaControl;

/** A device of a server below a loop device, for as long as it is measured. */
final class AttachedDevice implements AutoCloseable {
  private static final long CACHE_BYTES = 16 << 20;

  private final MediaControl server;
  private final String name;
  private final Path mountPoint;
  private final Path backingFile;
  private final long sizeBytes;
  private final Path loopDevice;

  AttachedDevice(
      MediaControl server,
      Path dir,
      MediumModel model,
      long sizeBytes,
      double factor,
      Overhead overhead)
      throws IOException {
    this.server = server;
    this.sizeBytes = sizeBytes;
    name = "calibrated-" + model.label();
    mountPoint = Files.createDirectories(dir.resolve(name));
    backingFile = dir.resolve(name + ".data");
    try (RandomAccessFile file = new RandomAccessFile(backingFile.toFile(), "rw")) {
      file.setLength(sizeBytes);
    }
    MediaDevice.Timing timing = new MediaDevice.Timing(factor, overhead, CACHE_BYTES);
    DeviceSpec device = new DeviceSpec(name, model, timing, "", 0, 1, mountPoint, backingFile);
    server.add(device);
    loopDevice = LoopDevices.attach(device.file());
  }

  DeviceLoad load() {
    return new DeviceLoad(loopDevice, sizeBytes);
  }

  @Override
  public void close() throws IOException {
    LoopDevices.detach(loopDevice);
    server.remove(name);
    Files.deleteIfExists(backingFile);
    Files.deleteIfExists(mountPoint);
  }
}
