package org.tieredhdfs.bench.cli;

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
      BenchWriteCommand.class,
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
