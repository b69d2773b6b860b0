package org.tieredhdfs.bench.devices;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.tieredhdfs.bench.write.process.StartedParts;
import org.tieredhdfs.linux.Btrfs;
import org.tieredhdfs.linux.LoopDevices;
import org.tieredhdfs.linux.MountedFileSystems;
import org.tieredhdfs.linux.MountedFileSystems.Mount;
import org.tieredhdfs.localcluster.media.Volume;

/** The devices behind the volumes of a cluster, and their load. */
public final class VolumeDevices {
  private final Map<String, Volume> byDevice;
  private final List<String> writebackNames;

  private VolumeDevices(Map<String, Volume> byDevice, List<String> writebackNames) {
    this.byDevice = byDevice;
    this.writebackNames = List.copyOf(writebackNames);
  }

  /** Those of volumes that are emulated; memory has none. */
  public static VolumeDevices of(List<Volume> volumes) throws IOException {
    MountedFileSystems mounts = MountedFileSystems.read();
    Map<String, Volume> devices = new LinkedHashMap<>();
    List<String> writebackNames = new ArrayList<>();
    for (Volume volume : volumes) {
      if (volume.medium() == Volume.Medium.EMULATED) {
        Optional<Mount> found = mounts.at(volume.path().toRealPath());
        if (found.isPresent()) {
          Mount mount = found.get();
          devices.put(number(mount), volume);
          writebackNames.add(
              mount.type().equals(Btrfs.TYPE)
                  ? Btrfs.writebackName(Path.of(mount.source())).orElse(mount.device())
                  : mount.device());
        }
      }
    }
    return new VolumeDevices(devices, writebackNames);
  }

  /**
   * The same, of which each may have only so much written data in the page cache until the end of
   * what is started: before the devices are taken away, which first write back what they hold.
   */
  public static VolumeDevices limited(List<Volume> volumes, long bytes, StartedParts started)
      throws IOException {
    VolumeDevices devices = of(volumes);
    started.add(DeviceSettings.limitWriteback(devices.writebackNames, bytes)::close);
    return devices;
  }

  /** Btrfs tells of itself another number than that of its device. */
  private static String number(Mount mount) throws IOException {
    return new LoopDevices()
        .list().stream()
            .filter(loop -> loop.node().equals(Path.of(mount.source())))
            .map(LoopDevices.Loop::device)
            .findFirst()
            .orElse(mount.device());
  }

  /** Their numbers, {@code major:minor}. */
  public List<String> numbers() {
    return List.copyOf(byDevice.keySet());
  }

  /** The load of each volume between two moments, by its name. */
  public Map<String, DiskLoad> loads(DiskStats before, DiskStats after) {
    Map<String, DiskLoad> loads = new LinkedHashMap<>();
    byDevice.forEach((device, volume) -> loads.put(volume.name(), after.loadSince(before, device)));
    return loads;
  }

  /** A volume of each type on average, as metrics of a report. */
  public Map<String, Double> metrics(DiskStats before, DiskStats after) {
    Map<String, List<DiskLoad>> byType = new LinkedHashMap<>();
    byDevice.forEach(
        (device, volume) ->
            byType
                .computeIfAbsent(volume.label().toLowerCase(Locale.ROOT), type -> new ArrayList<>())
                .add(after.loadSince(before, device)));
    Map<String, Double> metrics = new LinkedHashMap<>();
    byType.forEach(
        (type, loads) -> {
          DiskLoad mean = DiskLoad.mean(loads);
          metrics.put(type + "RequestsPerSec", mean.requestsPerSec());
          metrics.put(type + "ReadMbPerSec", mean.readMbPerSec());
          metrics.put(type + "WriteMbPerSec", mean.writeMbPerSec());
          metrics.put(type + "AwaitMs", mean.awaitMs());
          metrics.put(type + "UtilPercent", mean.utilPercent());
        });
    return metrics;
  }
}
