package org.tieredhdfs.hdfs.paths;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.hdfs.conf.TieredConfigurationCheck;
import org.tieredhdfs.hdfs.conf.UnreadableConfiguration;

/**
 * The command that gives directories the storage policies of {@code dfs.tiered.path.policies}.
 *
 * <p>It changes nothing if the configuration has any fault, and nothing on a second run. Used by
 * one thread.
 */
public final class PathPoliciesCommand extends Configured implements Tool {
  /** Every directory has its policy, or would have it without --dry-run. */
  public static final int DONE = 0;

  /** The command line is wrong; nothing was changed. */
  public static final int USAGE = 1;

  /** The configuration or a policy in it is refused; nothing was changed. */
  public static final int REFUSED = 2;

  /** A directory is missing or failed; the others were done. */
  public static final int INCOMPLETE = 3;

  /** The file system cannot be reached; nothing was changed. */
  public static final int UNREACHABLE = 4;

  private static final Set<String> OPTIONS = Set.of("--dry-run", "--create", "--help");

  private static final String HELP =
      """
      Usage: path-policies [Hadoop's options: -conf FILE, -D KEY=VALUE, -fs URI]
                           [--dry-run] [--create] [--help]

      Sets the storage policies of the directories in dfs.tiered.path.policies, such as
        /hbase/WALs=ONE_RAMDISK, /hbase/data=ALL_SSD, /hbase/archive=COLD
      and prints each change. Existing blocks stay where they are. Running it again changes nothing.
      If the configuration is invalid, or the file system lacks one of the policies, nothing is
      changed at all.

        --dry-run  print what would be done; change nothing
        --create   create missing directories, owned by the user who runs this
        --help     print this help

      Exit code: 0 all directories have their policies; 1 invalid command line; 2 invalid
      configuration, nothing changed; 3 a directory is missing, is a file or failed, the others are
      done; 4 file system cannot be reached, nothing changed.
      """;

  private final PrintStream out;
  private final PrintStream err;

  public PathPoliciesCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** Runs the command with the configuration on the class path and ends the process. */
  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    Configuration conf = new HdfsConfiguration();
    List<String> unreadable = UnreadableConfiguration.faults(conf);
    if (!unreadable.isEmpty()) {
      unreadable.forEach(err::println);
      System.exit(REFUSED);
    }
    System.exit(ToolRunner.run(conf, new PathPoliciesCommand(out, err), args));
  }

  @Override
  public int run(String[] args) {
    List<String> options = Arrays.asList(args);
    for (String option : options) {
      if (!OPTIONS.contains(option)) {
        err.println(
            "path-policies: unknown option '" + option + "'; allowed: --dry-run, --create, --help");
        return USAGE;
      }
    }
    if (options.contains("--help")) {
      out.print(HELP);
      return DONE;
    }
    try {
      return apply(options.contains("--dry-run"), options.contains("--create"));
    } catch (ConfigurationFaultsException e) {
      err.println(e.getMessage());
      return REFUSED;
    } catch (IOException e) {
      err.println("path-policies: cannot query the file system: " + e.getMessage());
      return UNREACHABLE;
    }
  }

  private int apply(boolean dryRun, boolean create) throws IOException {
    Configuration conf = getConf();
    List<String> faults = TieredConfigurationCheck.faults("path-policies", conf);
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException("Nothing is changed", faults);
    }
    List<PathPolicy> mapping = PathPolicyParser.parse(conf).mapping();
    if (mapping.isEmpty()) {
      out.println(PathPolicyParser.MAPPING.name() + " is empty: nothing to do");
      return DONE;
    }
    if (dryRun) {
      out.println("Dry run, nothing is changed:");
    }
    // the file system is Hadoop's cached one, which others may use: it stays open
    FileSystem fileSystem = FileSystem.get(conf);
    List<PathPolicyResult> results =
        new PathPolicyApplier(fileSystem, dryRun, create).apply(mapping);
    results.forEach(result -> out.println(result.describe()));
    return results.stream().allMatch(PathPolicyResult::isGood) ? DONE : INCOMPLETE;
  }
}
