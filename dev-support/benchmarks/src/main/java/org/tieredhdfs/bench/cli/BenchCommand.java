package org.tieredhdfs.bench.cli;

import org.tieredhdfs.bench.dfsio.Dfsio;
import org.tieredhdfs.bench.failslow.FailSlow;
import org.tieredhdfs.bench.failslow.Stall;
import org.tieredhdfs.bench.mover.Movers;
import org.tieredhdfs.bench.study.CompressedLoads;
import org.tieredhdfs.bench.study.FlashLoads;
import org.tieredhdfs.bench.study.StudyLoads;
import org.tieredhdfs.bench.terasort.TeraSortStudy;
import org.tieredhdfs.bench.volumes.VolumeChoosing;
import org.tieredhdfs.bench.write.WritePath;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measurements on clusters that are started for them. */
@Command(
    name = "bench",
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      Stall.class,
      FailSlow.class,
      VolumeChoosing.class,
      Movers.class,
      StudyLoads.class,
      FlashLoads.class,
      CompressedLoads.class,
      Dfsio.class,
      TeraSortStudy.class,
      WritePath.class,
      CompareCommand.class
    },
    description =
        "Measures ours against stock, on real daemons, most with emulated media (root), and"
            + " reports.")
public final class BenchCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
