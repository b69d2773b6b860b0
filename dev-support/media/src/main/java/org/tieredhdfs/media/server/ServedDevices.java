package org.tieredhdfs.media.server;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import org.tieredhdfs.media.device.MediaDevice;
import org.tieredhdfs.media.device.WriteCache;
import org.tieredhdfs.media.fuse.FuseDisk;
import org.tieredhdfs.media.model.Controller;
import org.tieredhdfs.media.server.MediaControl.State;
import org.tieredhdfs.media.server.MediaOrder.Reply;

/** The devices that a process serves, by name. Thread-safe. */
final class ServedDevices {
  /** Each takes three threads, and up to 28 MB for requests. */
  private static final int MAX_DEVICES = 64;

  private final ThreadFactory threads;
  private final Map<String, Served> devices = new LinkedHashMap<>();
  private final Map<String, Controller> controllers = new LinkedHashMap<>();

  private record Served(DeviceSpec spec, MediaDevice device, FuseDisk disk) {
    State state() {
      return new State(
          spec.name(),
          spec.model().label(),
          spec.timing().factor(),
          device.faults(),
          device.power() == MediaDevice.Power.ON);
    }
  }

  ServedDevices(ThreadFactory threads) {
    this.threads = threads;
  }

  private void add(DeviceSpec spec) throws IOException {
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
   * Carries out an order.
   *
   * @throws IllegalArgumentException with one sentence, such as if there is no such device
   */
  synchronized Reply run(MediaOrder order) throws IOException, InterruptedException {
    WriteCache.Lost lost = null;
    switch (order.kind()) {
      case ADD -> add(Objects.requireNonNull(order.spec()));
      case REMOVE -> {
        end(served(order.name()));
        devices.remove(order.name());
      }
      case SET_FAULTS ->
          served(order.name()).device().setFaults(Objects.requireNonNull(order.faults()));
      case LOSE_POWER -> served(order.name()).device().losePower();
      case FAIL -> served(order.name()).device().fail();
      case RESTORE_POWER -> lost = served(order.name()).device().restorePower(order.seed());
      case STATUS -> {
        return new Reply("", devices.values().stream().map(Served::state).toList(), null);
      }
    }
    return new Reply("", List.of(), lost);
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
