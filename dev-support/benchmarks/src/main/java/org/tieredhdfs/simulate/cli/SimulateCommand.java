package org.tieredhdfs.simulate.cli;

import org.tieredhdfs.simulate.placement.PlacementSimulation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Simulations in this process, without daemons. */
@Command(
    name = "simulate",
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {PlacementSimulation.class},
    description = "Drives classes of daemons at sizes that no machine here can hold, and reports.")
public final class SimulateCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }
}
