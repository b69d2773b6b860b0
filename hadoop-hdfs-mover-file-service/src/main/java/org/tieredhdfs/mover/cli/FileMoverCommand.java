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
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.tiering.cli.ImageCommand;

/**
 * The command {@code filemover}: moves the blocks of files to where the files' policies say.
 *
 * <p>It lies on Hadoop's class path and so uses Hadoop's own option classes and nothing else. Used
 * by one thread.
 */
public final class FileMoverCommand extends Configured implements Tool {
  static final String COMMANDS =
      "move, report, explain, select, serve, status, cancel, limits, retry, rules, recheck";

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
      out.print(HelpText.of(words.get(0)));
      return Exit.SATISFIED;
    }
    if (words.isEmpty()) {
      throw new UsageException("a command is missing: " + COMMANDS + "; see --help");
    }
    List<String> rest = words.subList(1, words.size());
    Configuration conf = getConf();
    CommandOptions options = null;
    ImageCommand ofImage = ImageCommand.of(words, conf, out, err);
    ServiceCall call = null;
    RequestsCommand requests = new RequestsCommand(out, err);
    UpkeepCommand upkeep = new UpkeepCommand(out, err);
    switch (words.get(0)) {
      case "move" -> options = CommandOptions.ofMove(rest);
      case "report" -> options = ofImage == null ? CommandOptions.ofReport(rest) : null;
      case "explain" -> options = CommandOptions.ofExplain(rest);
      case "status" -> call = requests.status(rest);
      case "cancel" -> call = requests.cancel(rest);
      case "limits" -> call = requests.limits(rest);
      case "retry" -> call = upkeep.retry(rest);
      case "rules" -> call = upkeep.rules(rest);
      case "recheck" -> call = upkeep.recheck(rest);
      case "select", "serve" -> {}
      default ->
          throw new UsageException(
              "'" + words.get(0) + "' is not a command; it has to be one of " + COMMANDS);
    }
    List<String> faults = TieredConfigurationCheck.faults("filemover", conf);
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException("Nothing is moved", faults);
    }
    if (call != null) {
      try (FileMoverClient client = new FileMoverClient(conf, ClusterPaths.ofService(conf))) {
        return call.run(client);
      }
    }
    if (ofImage != null) {
      interruption.whenInterrupted(ofImage::cancel);
      ofImage.run(rest);
      return Exit.SATISFIED;
    }
    if (options == null) {
      return new ServeCommand(conf, out, interruption).run(rest);
    }
    ClusterPaths paths = ClusterPaths.resolve(conf, PathInput.paths(options, in));
    ClusterRun run = new ClusterRun(conf, options, out, err);
    if (words.get(0).equals("explain")) {
      return new ExplainCommand(run).run(paths);
    }
    if (words.get(0).equals("report") || options.isDryRun()) {
      return new SurveyCommand(run).run(paths);
    }
    if (options.policy() != null) {
      PolicySetter.requireOffered(conf, options.policy(), paths);
    }
    ProgressPrinter progress = new ProgressPrinter(err, isTerminal);
    return options.usesService()
        ? new ServiceMoveCommand(run, progress, interruption).run(paths)
        : new MoveCommand(run, progress, interruption).run(paths);
  }
}
