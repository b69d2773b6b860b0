package org.tieredhdfs.media.server;

import java.nio.file.Path;
import org.tieredhdfs.media.device.MediaDevice;
import org.tieredhdfs.media.fuse.FuseDisk;
import org.tieredhdfs.media.model.MediumModel;

/**
 * A device that a server shall serve.
 *
 * @param name by which orders name it
 * @param model what it behaves like
 * @param timing how its time goes
 * @param controller by which name it shares a bandwidth with others; empty for none of its own
 * @param controllerBytesPerSec that bandwidth, the same for all devices at it
 * @param seed of what is left to chance
 * @param mountPoint an empty folder, where its file appears
 * @param backingFile what it holds; must have its size
 */
public record DeviceSpec(
    String name,
    MediumModel model,
    MediaDevice.Timing timing,
    String controller,
    long controllerBytesPerSec,
    long seed,
    Path mountPoint,
    Path backingFile) {
  /** The file of the device, there while it is served. */
  public Path file() {
    return FuseDisk.fileAt(mountPoint);
  }
}
