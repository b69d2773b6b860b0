package org.tieredhdfs.launcher;

import java.io.IOException;
import org.tieredhdfs.bench.cli.BenchCommand;
import org.tieredhdfs.bench.cli.PredictCommand;
import org.tieredhdfs.demo.cli.DemoCommand;
import org.tieredhdfs.demo.cli.LoadCommand;
import org.tieredhdfs.localcluster.cli.DownCommand;
import org.tieredhdfs.localcluster.cli.FileMoverToolCommand;
import org.tieredhdfs.localcluster.cli.HbaseCommand;
import org.tieredhdfs.localcluster.cli.HdfsCommand;
import org.tieredhdfs.localcluster.cli.MediaCommand;
import org.tieredhdfs.localcluster.cli.StatusCommand;
import org.tieredhdfs.localcluster.cli.UpCommand;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.rehearsal.cli.ExamplesCommand;
import org.tieredhdfs.rehearsal.cli.RehearseCommand;
import org.tieredhdfs.rehearsal.cli.StockClientsCommand;
import org.tieredhdfs.simulate.cli.SimulateCommand;
import org.tieredhdfs.verify.VerifyHbaseCommand;
import org.tieredhdfs.verify.cli.VerifyParityCommand;
import org.tieredhdfs.verify.power.VerifyPowerCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code tiered}: a tiered HDFS and HBase cluster on this machine. */
@Command(
    name = "tiered",
    description = "Runs a tiered HDFS + HBase cluster of real daemons on this machine.",
    mixinStandardHelpOptions = true,
    version = "tiered HDFS development tools",
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:done", "1:failed, with the reason on stderr", "2:wrong usage"},
    subcommands = {
      DemoCommand.class,
      UpCommand.class,
      LoadCommand.class,
      BenchCommand.class,
      PredictCommand.class,
      SimulateCommand.class,
      VerifyHbaseCommand.class,
      VerifyPowerCommand.class,
      VerifyParityCommand.class,
      ExamplesCommand.class,
      RehearseCommand.class,
      StockClientsCommand.class,
      StatusCommand.class,
      DownCommand.class,
      HdfsCommand.class,
      HbaseCommand.class,
      FileMoverToolCommand.class,
      MediaCommand.class,
      PatchPointsListCommand.class
    })
public final class Tiered implements Runnable {
  static final int FAILED = 1;
  static final int WRONG_USAGE = 2;

  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  /** Runs one command and ends with its exit code. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandLine tiered =
        new CommandLine(new Tiered())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setExpandAtFiles(false)
            .setParameterExceptionHandler((e, arguments) -> refuse(e))
            .setExecutionExceptionHandler((e, line, result) -> handle(e, line));
    // All arguments after the tool's name belong to the tool, options included.
    tiered.getSubcommands().get("hdfs").setStopAtPositional(true);
    tiered.getSubcommands().get("hbase").setStopAtPositional(true);
    tiered.getSubcommands().get("filemover").setStopAtPositional(true);
    return tiered;
  }

  private static int refuse(ParameterException e) {
    CommandLine line = e.getCommandLine();
    String command = line.getCommandSpec().qualifiedName();
    line.getErr().printf("%s: %s; see '%s --help'%n", command, e.getMessage(), command);
    return WRONG_USAGE;
  }

  private static int handle(Exception e, CommandLine line) throws Exception {
    if (e instanceof ClusterException || e instanceof IOException) {
      line.getErr().println(line.getCommandName() + ": " + e.getMessage());
      for (Throwable another : e.getSuppressed()) {
        line.getErr().println(line.getCommandName() + ": " + another.getMessage());
      }
      return FAILED;
    }
    if (e instanceof IllegalArgumentException) {
      line.getErr().println(line.getCommandName() + ": " + e.getMessage());
      return WRONG_USAGE;
    }
    throw e;
  }
}
