package org.tieredhdfs.media.server;

import java.nio.file.Path;
import java.util.List;
import org.tieredhdfs.media.device.MediaDevice;
import org.tieredhdfs.media.device.Overhead;
import org.tieredhdfs.media.fuse.FuseDisk;
import org.tieredhdfs.media.model.MediumModel;

/**
 * A device that a server shall serve.
 *
 * @param name by which commands name it; no tab, no line break
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
  private static final int FIELDS = 11;

  /** The file of the device, there while it is served. */
  public Path file() {
    return FuseDisk.fileAt(mountPoint);
  }

  /** As the arguments of a command. */
  List<String> toArguments() {
    return List.of(
        name,
        model.label(),
        Double.toString(timing.factor()),
        Double.toString(timing.overhead().requestNs()),
        Double.toString(timing.overhead().byteNs()),
        Long.toString(timing.cacheBytes()),
        controller,
        Long.toString(controllerBytesPerSec),
        Long.toString(seed),
        mountPoint.toString(),
        backingFile.toString());
  }

  /**
   * @throws IllegalArgumentException with one sentence, if they are none
   */
  static DeviceSpec ofArguments(List<String> arguments) {
    if (arguments.size() != FIELDS) {
      throw new IllegalArgumentException(
          "a device has " + FIELDS + " fields, these are " + arguments.size());
    }
    return new DeviceSpec(
        arguments.get(0),
        MediumModel.parse("medium of " + arguments.get(0), arguments.get(1)),
        new MediaDevice.Timing(
            Double.parseDouble(arguments.get(2)),
            new Overhead(
                Double.parseDouble(arguments.get(3)), Double.parseDouble(arguments.get(4))),
            Long.parseLong(arguments.get(5))),
        arguments.get(6),
        Long.parseLong(arguments.get(7)),
        Long.parseLong(arguments.get(8)),
        Path.of(arguments.get(9)),
        Path.of(arguments.get(10)));
  }
}
