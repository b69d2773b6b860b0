package org.tieredhdfs.media.server;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.media.device.ByteRange;
import org.tieredhdfs.media.device.Faults;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.media.device.MediaDevice;
import org.tieredhdfs.media.device.Stutter;
import org.tieredhdfs.media.device.WriteCache;

/** Executes a line of the control socket: a command and its arguments. Not thread-safe. */
final class DeviceCommands {
  static final String ADD = "add";
  static final String REMOVE = "remove";
  static final String HANG = "hang";
  static final String SLOW = "slow";
  static final String STUTTER = "stutter";
  static final String ERRORS = "errors";
  static final String FLIPS = "flips";
  static final String HEAL = "heal";
  static final String LOSE_POWER = "lose-power";
  static final String FAIL = "fail";
  static final String RESTORE_POWER = "restore-power";
  static final String STATUS = "status";

  private final ServedDevices devices;

  DeviceCommands(ServedDevices devices) {
    this.devices = devices;
  }

  /**
   * @return the reply, lines of text
   * @throws IllegalArgumentException with one sentence, if the command is not understood
   */
  String run(String command, List<String> arguments) throws IOException, InterruptedException {
    if (command.equals(ADD)) {
      devices.add(DeviceSpec.ofArguments(arguments));
      return "";
    }
    if (command.equals(STATUS)) {
      return status();
    }
    if (arguments.isEmpty()) {
      throw new IllegalArgumentException("'" + command + "' without a device is not understood");
    }
    String name = arguments.get(0);
    if (command.equals(REMOVE)) {
      devices.remove(name);
      return "";
    }
    return run(command, devices.get(name), arguments.subList(1, arguments.size()));
  }

  private static String run(String command, MediaDevice device, List<String> arguments)
      throws IOException, InterruptedException {
    switch (command) {
      case LOSE_POWER -> device.losePower();
      case FAIL -> device.fail();
      case RESTORE_POWER -> {
        WriteCache.Lost lost = device.restorePower(Long.parseLong(argument(arguments, 0)));
        return lost.writes() + "\t" + lost.dropped() + "\t" + lost.torn();
      }
      default -> device.setFaults(changed(command, device.faults(), arguments));
    }
    return "";
  }

  private static Faults changed(String command, Faults now, List<String> arguments) {
    return switch (command) {
      case HEAL -> Faults.NONE;
      case HANG -> now.withHang(Hang.valueOf(argument(arguments, 0)));
      case SLOW -> now.withSlowness(Double.parseDouble(argument(arguments, 0)));
      case STUTTER ->
          now.withStutter(
              new Stutter(
                  TimeUnit.MILLISECONDS.toNanos(Long.parseLong(argument(arguments, 0))),
                  TimeUnit.MILLISECONDS.toNanos(Long.parseLong(argument(arguments, 1)))));
      case ERRORS -> now.withErrors(range(arguments));
      case FLIPS -> now.withFlips(range(arguments));
      default -> throw new IllegalArgumentException("'" + command + "' is not understood");
    };
  }

  private static ByteRange range(List<String> arguments) {
    return new ByteRange(
        Long.parseLong(argument(arguments, 0)), Long.parseLong(argument(arguments, 1)));
  }

  private static String argument(List<String> arguments, int index) {
    if (arguments.size() <= index) {
      throw new IllegalArgumentException("argument " + (index + 1) + " is missing");
    }
    return arguments.get(index);
  }

  private String status() {
    StringBuilder text = new StringBuilder();
    for (DeviceSpec spec : devices.specs()) {
      MediaDevice device = devices.get(spec.name());
      text.append(
          String.join(
              "\t",
              spec.name(),
              spec.model().label(),
              String.format(Locale.ROOT, "%.6g", spec.timing().factor()),
              describe(device)));
      text.append('\n');
    }
    return text.toString();
  }

  private static String describe(MediaDevice device) {
    if (device.power() != MediaDevice.Power.ON) {
      return MediaControl.State.DARK;
    }
    return FaultText.of(device.faults());
  }
}
