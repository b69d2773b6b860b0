package org.tieredhdfs.media.server;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.media.device.MediaDevice;
import org.tieredhdfs.media.device.ThreadStart;
import org.tieredhdfs.media.fuse.FuseDisk;
import org.tieredhdfs.media.model.Controller;

/** The devices that a process serves, by name. Thread-safe. */
final class ServedDevices {
  /** Each takes three threads, and up to 28 MB for requests. */
  private static final int MAX_DEVICES = 64;

  private final ThreadStart threads;
  private final Map<String, Served> devices = new LinkedHashMap<>();
  private final Map<String, Controller> controllers = new LinkedHashMap<>();

  private record Served(DeviceSpec spec, MediaDevice device, FuseDisk disk) {}

  ServedDevices(ThreadStart threads) {
    this.threads = threads;
  }

  /** Serves one more device from now on. */
  synchronized void add(DeviceSpec spec) throws IOException {
    if (devices.containsKey(spec.name())) {
      throw new IllegalArgumentException(spec.name() + " is served already");
    }
    if (devices.size() == MAX_DEVICES) {
      throw new IllegalArgumentException("no more than " + MAX_DEVICES + " devices are served");
    }
    MediaDevice device =
        new MediaDevice(
            spec.name(),
            spec.model()
                .newMedium(spec.backingFile().toFile().length(), controller(spec), spec.seed()),
            spec.backingFile(),
            spec.timing(),
            threads);
    try {
      FuseDisk disk = FuseDisk.mount(spec.mountPoint(), device, threads);
      devices.put(spec.name(), new Served(spec, device, disk));
    } catch (IOException e) {
      device.close();
      throw e;
    }
  }

  private Controller controller(DeviceSpec spec) {
    return spec.controller().isEmpty()
        ? Controller.unlimited()
        : controllers.computeIfAbsent(
            spec.controller(), name -> Controller.of(spec.controllerBytesPerSec()));
  }

  /**
   * @throws IllegalArgumentException if there is none of this name
   */
  synchronized MediaDevice get(String name) {
    return served(name).device();
  }

  synchronized List<DeviceSpec> specs() {
    return devices.values().stream().map(Served::spec).toList();
  }

  /** Ends a device: what waits fails, its file disappears. */
  synchronized void remove(String name) throws IOException {
    end(served(name));
    devices.remove(name);
  }

  private Served served(String name) {
    Served served = devices.get(name);
    if (served == null) {
      throw new IllegalArgumentException(
          "no device is named " + name + "; there are " + String.join(", ", devices.keySet()));
    }
    return served;
  }

  private static void end(Served served) throws IOException {
    try {
      served.device().close();
    } finally {
      served.disk().close();
    }
  }
}
