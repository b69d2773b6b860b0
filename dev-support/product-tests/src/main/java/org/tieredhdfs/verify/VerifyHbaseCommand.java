package org.tieredhdfs.verify;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.cli.ReportOption;
import org.tieredhdfs.localcluster.cli.SettingsOption;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.OptionRange;
import org.tieredhdfs.report.text.BenchReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows that HBase loses no row. */
@Command(
    name = "verify-hbase",
    sortOptions = false,
    description = {
      "Verifies that HBase with placement and the file mover's service loses no"
          + " row: writes rows of known content while RegionServers, DataNodes and the"
          + " service are killed (kill -9) and live files are moved, then checks every"
          + " row that was acknowledged, and that the service has moved all files.",
      "Exit code 1 if a row is lost or damaged or a file left; each is named. About 4 GB of memory."
    })
public final class VerifyHbaseCommand implements Callable<Integer> {
  private static final int MAX_WRITERS = 64;
  private static final int MAX_ROWS_PER_SEC = 100_000;
  private static final long MAX_SECONDS = Duration.ofDays(7).toSeconds();

  /** The limit that the memory for each row allows. */
  private static final long MAX_ROWS = 20_000_000;

  @Mixin ClusterOption cluster;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      description = "length of the load, without start and verification; default: ${DEFAULT-VALUE}")
  private int minutes = 5;

  @Option(
      names = "--verify-every",
      paramLabel = "MINUTES",
      description = "all rows are looked for each time, and at the end; default: ${DEFAULT-VALUE}")
  private int verifyEveryMinutes = 5;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "the load ends when so many are acknowledged; default: ${DEFAULT-VALUE}")
  long rows = MAX_ROWS;

  @Option(names = "--writers", paramLabel = "N", description = "default: ${DEFAULT-VALUE}")
  int writers = 4;

  @Option(
      names = "--rows-per-second",
      paramLabel = "N",
      description = "of all writers at most; default: ${DEFAULT-VALUE}")
  int rowsPerSec = 1_000;

  @Option(
      names = "--kill-pause",
      paramLabel = "SECONDS",
      description = "between two rounds of kills; default: ${DEFAULT-VALUE}")
  private int killPauseSec = 10;

  @Option(
      names = "--mover-kill-pause",
      paramLabel = "SECONDS",
      description =
          "between two kills of the mover's service, which is back a minute later; 0 for none;"
              + " default: ${DEFAULT-VALUE}")
  private int moverKillPauseSec = 60;

  @Option(
      names = "--max-down",
      paramLabel = "SECONDS",
      description = "how long a daemon stays dead at most; default: ${DEFAULT-VALUE}")
  private int maxDownSec = 15;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "decides who is killed and what is written, as far as threads allow")
  long seed = ThreadLocalRandom.current().nextInt(1_000_000);

  @Option(names = "--regionservers", paramLabel = "N", description = "default: ${DEFAULT-VALUE}")
  private int regionServers = 2;

  @Option(
      names = "--power-cuts",
      description =
          "DataNodes are not killed: their machines lose power, one at a time or all at once. Media"
              + " are emulated, the WAL is on SSD and synced, files are synced at their close (root)")
  boolean cutsPower;

  @Mixin SettingsOption settings;
  @Mixin ReportOption report = new ReportOption("target/verify-hbase");

  @Override
  public Integer call() throws Exception {
    check();
    ClusterSpec.Builder spec =
        ClusterSpec.builder(cluster.dir(), ClassPaths.built(ClusterOption.home()))
            .emulatedMedia(cutsPower)
            .mediaPace(MediaPace.of(1))
            .regionServers(regionServers);
    VerifySettings.of(cutsPower).forEach(spec::setting);
    settings.addTo(spec);
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    try {
      progress.done("seed         " + seed);
      return BenchReport.finish(
          new HBaseVerification(this, progress).run(spec.build()),
          report.folder(),
          "rowsAcknowledged",
          "rowsLost",
          "regionServerKills",
          "dataNodeKills",
          "moverKills",
          "replicasMoved");
    } finally {
      progress.clear();
    }
  }

  /**
   * @throws IllegalArgumentException with one sentence that names the option and the value
   */
  void check() {
    OptionRange.require("--minutes", length().toSeconds(), 10, MAX_SECONDS, " s");
    OptionRange.require("--verify-every", round().toSeconds(), 10, MAX_SECONDS, " s");
    OptionRange.require("--rows", rows, MAX_ROWS);
    OptionRange.require("--writers", writers, MAX_WRITERS);
    OptionRange.require("--rows-per-second", rowsPerSec, MAX_ROWS_PER_SEC);
    OptionRange.require("--kill-pause", killPauseSec, 0, 3_600, " s");
    OptionRange.require("--mover-kill-pause", moverKillPauseSec, 0, 86_400, " s");
    OptionRange.require("--max-down", maxDownSec, 0, 3_600, " s");
  }

  /** Of the load, without start and verification. */
  Duration length() {
    return Duration.ofMinutes(minutes);
  }

  /** After so much of the load all is verified, and at its end. */
  Duration round() {
    return Duration.ofMinutes(verifyEveryMinutes);
  }

  Duration killPause() {
    return Duration.ofSeconds(killPauseSec);
  }

  /** Zero to leave the mover's service alone. */
  Duration moverKillPause() {
    return Duration.ofSeconds(moverKillPauseSec);
  }

  int maxDownMs() {
    return maxDownSec * 1_000;
  }
}
