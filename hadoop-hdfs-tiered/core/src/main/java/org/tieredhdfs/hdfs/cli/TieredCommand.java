package org.tieredhdfs.hdfs.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.tieredhdfs.hdfs.command.CommandExit;
import org.tieredhdfs.hdfs.conf.UnreadableConfiguration;
import org.tieredhdfs.hdfs.downgrade.DowngradeCommand;
import org.tieredhdfs.hdfs.paths.PathPoliciesCommand;
import org.tieredhdfs.hdfs.ram.LostFilesCommand;
import org.tieredhdfs.hdfs.start.PatchPointsCommand;
import org.tieredhdfs.hdfs.upgrade.UpgradeCommand;
import org.tieredhdfs.hdfs.volumes.VolumesCommand;

/**
 * The command {@code hdfs tiered}: one name for the commands that an operator runs against a
 * cluster.
 *
 * <p>Stateless.
 */
public final class TieredCommand {
  private static final String HELP =
      """
      Usage: hdfs tiered COMMAND [Hadoop's options: -conf FILE, -D KEY=VALUE, -fs URI] ...

        patch-points     lists the places in stock Hadoop that the overlay changes, and whether each
                         is active on the class path
        path-policies    sets the storage policies of dfs.tiered.path.policies on directories
        lost-files       lists files with blocks that have no replica left
        volumes          lists the volumes of running DataNodes, with settings and health
        upgrade-check    shows which daemons have the overlay, and the next step of an upgrade
        downgrade-check  checks whether stock Hadoop can open the namespace, and clears what it
                         does not know

      COMMAND --help shows the options of each.
      """;

  private TieredCommand() {}

  /** Runs a command with the configuration on the class path and ends the process. */
  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    Configuration conf = new HdfsConfiguration();
    List<String> unreadable = UnreadableConfiguration.faults(conf);
    if (!unreadable.isEmpty()) {
      unreadable.forEach(err::println);
      System.exit(CommandExit.REFUSED);
    }
    System.exit(run(conf, args, out, err));
  }

  /**
   * Runs a command inside another program.
   *
   * @return the exit code
   */
  public static int run(Configuration conf, String[] args, PrintStream out, PrintStream err)
      throws Exception {
    if (args.length == 0 || args[0].equals("--help") || args[0].equals("-h")) {
      (args.length == 0 ? err : out).print(HELP);
      return args.length == 0 ? CommandExit.USAGE : CommandExit.DONE;
    }
    String[] rest = Arrays.copyOfRange(args, 1, args.length);
    Tool tool;
    switch (args[0]) {
      case "patch-points" -> {
        return PatchPointsCommand.run(rest, out, err);
      }
      case "path-policies" -> tool = new PathPoliciesCommand(out, err);
      case "lost-files" -> tool = new LostFilesCommand(out, err);
      case "volumes" -> tool = new VolumesCommand(out, err);
      case "upgrade-check" -> tool = new UpgradeCommand(out, err);
      case "downgrade-check" -> tool = new DowngradeCommand(out, err);
      default -> {
        err.println("hdfs tiered: '" + args[0] + "' is not a command; see hdfs tiered --help");
        return CommandExit.USAGE;
      }
    }
    return ToolRunner.run(conf, tool, rest);
  }
}
