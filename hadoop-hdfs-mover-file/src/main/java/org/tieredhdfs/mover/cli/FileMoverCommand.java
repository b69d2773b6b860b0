package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.hdfs.conf.TieredConfigurationCheck;

/**
 * The command {@code filemover}: moves the blocks of files to where the files' policies say.
 *
 * <p>It lies on Hadoop's class path and so uses Hadoop's own option classes and nothing else. Used
 * by one thread.
 */
public final class FileMoverCommand extends Configured implements Tool {
  private static final String COMMANDS =
      "move, report, serve, status, cancel, limits, retry, rules, recheck";

  private static final String HELP =
      """
      Usage: filemover [Hadoop's options: -conf FILE, -D KEY=VALUE, -fs URI] COMMAND ...

        move PATH...     brings the files to where their storage policy says, and waits for it
        report PATH...   tells what lies where, what is out of place, and about how long moving
                         it would take; changes nothing
        serve            the service: follows renames and changed policies, takes requests, and
                         moves what they concern until it is told to end; a second one stands by
        status [ID...]   what the service knows of requests; without ID, your own, those that have
                         ended lately among them, or to a superuser, all
        cancel ID...     has the service end requests before their end
        limits           the limits of the service; with options, changes them, also for after a
                         restart, as a superuser may
        retry [ID...]    tries what failed again, now: files that wait for a failure to pass, and
                         those that were given up; with --list, says which and why instead
        rules --reload   has the service read its rules again, as a superuser may
        recheck PATH...  has the service look at all that is there, and apply its rules as if it
                         had just been renamed to there, as a superuser may

      Options of move and report:
        -r, --recursive       directories with all that is below them; without it, the files that
                              stand directly in a directory. What only snapshots have is not
                              below DIR: name DIR/.snapshot
        --files-from FILE     more paths, one a line; - for standard input
        -0, --null            in that file, paths end with a NUL instead of a line end
        --bandwidth BYTES     bytes a second in all: 50m; 0 for no limit
        --json                results as JSON on standard output
      Options of move:
        --policy POLICY       sets this policy on each PATH first; files and directories below
                              with a policy of their own keep it
        --dry-run             prints what would be moved, sets nothing and moves nothing
        --concurrency N       how many replicas are moved at a time, in all
        --async               has the service move the files, and prints the ID of the request;
                              whoever may write the files may ask for that
        --wait                the same, and waits for the end
      Options of status:
        --after ID            requests with greater numbers only
      Options of limits:
        --concurrency N, --concurrency-per-node N, --concurrency-per-volume N
        --bandwidth BYTES, --bandwidth-per-node BYTES
      All of them but serve:  --json

      Progress goes to standard error. Moving in this process needs an HDFS superuser. Ctrl-C ends it cleanly: what
      is being transferred comes to its end, and the summary says what was done.

      Exit code, as of stock hdfs mover where it has the same outcome:
          0        every file is where its policy says (or is gone); others than move: done;
                   --async: accepted
        254 (-2)   some files are not, and nothing could be moved
        253 (-3)   some files are not, others or parts of them were moved
        252 (-4)   a path that is not there or may not be written, a request that is not known,
                   or the NameNode or the service cannot be asked; the rest was done
        251 (-5)   wrong command line or configuration; nothing was done
        250 (-6)   interrupted
        249 (-7)   HDFS is being upgraded; nothing was done
      """;

  private final InputStream in;
  private final PrintStream out;
  private final PrintStream err;
  private final boolean isTerminal;
  private final Interruption interruption;

  FileMoverCommand(
      InputStream in,
      PrintStream out,
      PrintStream err,
      boolean isTerminal,
      Interruption interruption) {
    this.in = in;
    this.out = out;
    this.err = err;
    this.isTerminal = isTerminal;
    this.interruption = interruption;
  }

  /** Runs the command with the configuration on the class path and ends the process. */
  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    Interruption interruption = new Interruption();
    interruption.install();
    @SuppressWarnings("SystemConsoleNull") // so it is on Java 17, the only one that is supported
    boolean isTerminal = System.console() != null;
    int code =
        ToolRunner.run(
            new HdfsConfiguration(),
            new FileMoverCommand(System.in, out, err, isTerminal, interruption),
            args);
    interruption.done();
    System.exit(code);
  }

  @Override
  public int run(String[] args) {
    try {
      return run(Arrays.asList(args)).code();
    } catch (UsageException | ConfigurationFaultsException e) {
      err.println("filemover: " + e.getMessage());
      return Exit.WRONG_USAGE.code();
    } catch (IOException e) {
      err.println("filemover: " + e.getMessage());
      return Exit.FAILED.code();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Exit.INTERRUPTED.code();
    }
  }

  private Exit run(List<String> words) throws UsageException, IOException, InterruptedException {
    if (words.contains("--help") || words.contains("-h")) {
      out.print(HELP);
      return Exit.SATISFIED;
    }
    if (words.isEmpty()) {
      throw new UsageException("a command is missing: " + COMMANDS + "; see --help");
    }
    List<String> rest = words.subList(1, words.size());
    Configuration conf = getConf();
    CommandOptions options = null;
    ServiceOptions service = null;
    UpkeepCommand upkeep = null;
    switch (words.get(0)) {
      case "move" -> options = CommandOptions.ofMove(rest);
      case "report" -> options = CommandOptions.ofReport(rest);
      case "status" -> service = ServiceOptions.of(ServiceOptions.Command.STATUS, rest);
      case "cancel" -> service = ServiceOptions.of(ServiceOptions.Command.CANCEL, rest);
      case "limits" -> service = ServiceOptions.of(ServiceOptions.Command.LIMITS, rest);
      case "retry", "rules", "recheck" ->
          upkeep = new UpkeepCommand(conf, words.get(0), rest, out, err);
      case "serve" -> {}
      default ->
          throw new UsageException(
              "'" + words.get(0) + "' is no command; it has to be one of " + COMMANDS);
    }
    List<String> faults = TieredConfigurationCheck.faults("filemover", conf);
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException("Nothing is moved", faults);
    }
    if (upkeep != null) {
      return upkeep.run(DefaultFileSystem.of(conf));
    }
    if (service != null) {
      return new RequestsCommand(conf, service, out, err).run(DefaultFileSystem.of(conf));
    }
    if (options == null) {
      return new ServeCommand(conf, out, interruption).run(rest);
    }
    ClusterPaths paths = ClusterPaths.resolve(conf, PathInput.paths(options, in));
    ClusterRun run = new ClusterRun(conf, options, out, err);
    if (words.get(0).equals("report") || options.isDryRun()) {
      return new SurveyCommand(run).run(paths);
    }
    ProgressPrinter progress = new ProgressPrinter(err, isTerminal);
    return options.usesService()
        ? new ServiceMoveCommand(run, progress, interruption).run(paths)
        : new MoveCommand(run, progress, interruption).run(paths);
  }
}
