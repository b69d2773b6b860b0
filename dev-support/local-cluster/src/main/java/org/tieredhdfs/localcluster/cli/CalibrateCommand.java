package org.tieredhdfs.localcluster.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.tieredhdfs.linux.Sizes;
import org.tieredhdfs.linux.User;
import org.tieredhdfs.media.calibrate.Calibration;
import org.tieredhdfs.media.calibrate.Calibrator;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.media.volume.MediaFolder;
import org.tieredhdfs.report.text.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures whether emulated devices take the time that their models say. */
@Command(
    name = "calibrate",
    sortOptions = false,
    description = {
      "Compares emulated devices with their models: random and sequential reads and"
          + " writes, one and 32 at a time. Exits with 1 if a figure is more than 10 %"
          + " off. Needs root, and an idle machine."
    },
    footer = {
      "",
      "Examples:",
      "  dev-support/tiered media calibrate",
      "      the smallest factor at which each medium holds on this machine",
      "  dev-support/tiered media calibrate --medium hdd --slower 1 --repeats 3",
      "      whether hard disks hold at full speed, three times"
    })
public final class CalibrateCommand implements Callable<Integer> {
  /** From the factor at which a medium is itself up to one at which any machine can follow. */
  private static final List<Double> FACTORS =
      List.of(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0);

  private static final long MIN_SIZE_BYTES = 64L << 20;

  @Option(
      names = "--medium",
      paramLabel = "M",
      split = ",",
      description = "hdd, ssd, nvme, ram, with commas between; default: all four")
  private List<String> media = List.of("hdd", "ssd", "nvme", "ram");

  @Option(
      names = "--slower",
      paramLabel = "FACTOR",
      description =
          "how much slower than its model; default: the smallest that holds is looked for")
  private Optional<Double> slower = Optional.empty();

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description = "how often each is measured; default: ${DEFAULT-VALUE}")
  private int repeats = 1;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "for each figure; default: ${DEFAULT-VALUE}")
  private int seconds = 5;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description = "of each device, 64m or more; default: ${DEFAULT-VALUE}")
  private String size = "1g";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<MediumModel> models =
        media.stream().map(name -> MediumModel.parse("--medium", name)).toList();
    long sizeBytes = Sizes.parse("--size", size);
    check(sizeBytes >= MIN_SIZE_BYTES, "--size: '" + size + "' is below 64m");
    check(repeats >= 1, "--repeats: '" + repeats + "' is below 1");
    check(seconds >= 1, "--seconds: '" + seconds + "' is below 1");
    check(slower.orElse(1.0) > 0, "--slower: '" + slower.orElse(1.0) + "' is not above 0");
    if (!User.isRoot() || !Files.isWritable(Path.of("/dev/fuse"))) {
      System.err.println("media calibrate: devices of their own need root and /dev/fuse");
      return 1;
    }
    try (MediaFolder folder = MediaFolder.open(Path.of(System.getProperty("java.io.tmpdir")))) {
      Calibrator calibrator =
          new Calibrator(
              folder.server().control(), folder.dir(), sizeBytes, Duration.ofSeconds(seconds));
      boolean holds = true;
      for (MediumModel model : models) {
        holds &= calibrate(calibrator, model);
      }
      return holds ? 0 : 1;
    }
  }

  private void check(boolean isAllowed, String refusal) {
    if (!isAllowed) {
      throw new ParameterException(spec.commandLine(), refusal);
    }
  }

  private boolean calibrate(Calibrator calibrator, MediumModel model)
      throws IOException, InterruptedException {
    for (double factor : slower.map(List::of).orElse(FACTORS)) {
      if (calibrate(calibrator, model, factor)) {
        return true;
      }
    }
    System.out.println(model.label() + " does not hold on this machine");
    return false;
  }

  private boolean calibrate(Calibrator calibrator, MediumModel model, double factor)
      throws IOException, InterruptedException {
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    for (int repeat = 1; repeat <= repeats; repeat++) {
      String title =
          String.format(
              Locale.ROOT,
              "%s, %s times as slow, %d of %d",
              model.label(),
              number(factor),
              repeat,
              repeats);
      progress.waitingFor(List.of(title));
      Calibration calibration = calibrator.calibrate(model, factor, slower.isPresent());
      progress.clear();
      System.out.println(title + (calibration.holds() ? ": holds" : ": does not hold"));
      System.out.printf(
          Locale.ROOT,
          "the way to a device and back takes %.0f us for 4 KB, %.0f us for 128 KB%n",
          calibration.overhead().ofBytes(4 << 10) / 1e3,
          calibration.overhead().ofBytes(128 << 10) / 1e3);
      System.out.println(table(calibration));
      if (!calibration.holds()) {
        return false;
      }
    }
    return true;
  }

  private static String table(Calibration calibration) {
    TextTable table = new TextTable("LOAD", "AT A TIME", "MODEL", "DEVICE", "DEVIATION");
    for (Calibration.Figure figure : calibration.figures()) {
      table.add(
          figure.load(),
          Integer.toString(figure.depth()),
          speed(figure, figure.wantedPerSec()),
          speed(figure, figure.measuredPerSec()),
          String.format(
              Locale.ROOT, "%+.1f %%%s", 100 * figure.deviation(), figure.holds() ? "" : " !"));
    }
    return table.toString();
  }

  private static String speed(Calibration.Figure figure, double perSec) {
    double mbPerSec = perSec * figure.blockBytes() / 1e6;
    return String.format(Locale.ROOT, "%.1f/s, %.1f MB/s", perSec, mbPerSec);
  }

  private static String number(double factor) {
    return String.format(Locale.ROOT, factor == Math.rint(factor) ? "%.0f" : "%.3g", factor);
  }
}
