package org.tieredhdfs.bench.cli;

import org.tieredhdfs.bench.jmh.ChooseTargetCommand;
import org.tieredhdfs.bench.jmh.ChooseVolumeCommand;
import org.tieredhdfs.bench.jmh.VolumeIoCommand;
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
      BenchStallCommand.class,
      BenchFailSlowCommand.class,
      BenchVolumesCommand.class,
      BenchMoverCommand.class,
      BenchYcsbCommand.class,
      BenchYcsbFlashCommand.class,
      BenchYcsbCompressionCommand.class,
      BenchDfsioCommand.class,
      BenchTerasortCommand.class,
      BenchHbaseCommand.class,
      BenchHbaseHookCommand.class,
      BenchWriteCommand.class,
      BenchProfilesCommand.class,
      ChooseVolumeCommand.class,
      ChooseTargetCommand.class,
      VolumeIoCommand.class,
      CompareCommand.class
    },
    description =
        "Measures ours against stock, most on real daemons with emulated media (root), and"
            + " reports.")
public final class BenchCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
