package org.tieredhdfs.mover.cli;

import java.util.List;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.transfer.TransferLimits;

/** The options of the sub-commands, checked. */
record CommandOptions(
    List<String> paths,
    @Nullable String filesFrom,
    boolean isNulSeparated,
    boolean isRecursive,
    @Nullable String policy,
    boolean isDryRun,
    boolean isAsync,
    boolean isWaiting,
    boolean isJson,
    long bytesPerSecond,
    int moves) {
  private static final int UNSET = -1;

  /** The former name of --moves, which is still accepted. */
  private static final String FORMER_MOVES = "concurrency";

  static CommandOptions ofMove(List<String> words) throws UsageException {
    Options options = common();
    options.addOption(Option.builder().longOpt("policy").hasArg().build());
    options.addOption(Option.builder().longOpt("dry-run").build());
    options.addOption(Option.builder().longOpt("async").build());
    options.addOption(Option.builder().longOpt("wait").build());
    options.addOption(Option.builder().longOpt(ServiceOptions.MOVES).hasArg().build());
    options.addOption(Option.builder().longOpt(FORMER_MOVES).hasArg().build());
    return parse("move", options, words);
  }

  static CommandOptions ofReport(List<String> words) throws UsageException {
    return parse("report", common(), words);
  }

  static CommandOptions ofExplain(List<String> words) throws UsageException {
    Options options = new Options();
    options.addOption(Option.builder().longOpt("json").build());
    return parse("explain", options, words);
  }

  private static Options common() {
    Options options = new Options();
    options.addOption(Option.builder().longOpt("files-from").hasArg().build());
    options.addOption(Option.builder("0").longOpt("null").build());
    options.addOption(Option.builder("r").longOpt("recursive").build());
    options.addOption(Option.builder().longOpt("json").build());
    options.addOption(Option.builder().longOpt("bandwidth").hasArg().build());
    return options;
  }

  /** Splits the words of a command into options, each by its whole name, and the rest. */
  static CommandLine line(String command, Options options, List<String> words)
      throws UsageException {
    try {
      return DefaultParser.builder()
          .setAllowPartialMatching(false)
          .build()
          .parse(options, words.toArray(new String[0]));
    } catch (ParseException e) {
      throw new UsageException(command + ": " + e.getMessage());
    }
  }

  private static CommandOptions parse(String command, Options options, List<String> words)
      throws UsageException {
    CommandLine line = line(command, options, words);
    String bandwidth = line.getOptionValue("bandwidth");
    String moves = line.getOptionValue(ServiceOptions.MOVES, line.getOptionValue(FORMER_MOVES));
    CommandOptions parsed =
        new CommandOptions(
            line.getArgList(),
            line.getOptionValue("files-from"),
            line.hasOption("0"),
            line.hasOption("recursive"),
            line.getOptionValue("policy"),
            line.hasOption("dry-run"),
            line.hasOption("async"),
            line.hasOption("wait"),
            line.hasOption("json"),
            bandwidth == null ? UNSET : OptionValues.size("--bandwidth", bandwidth),
            moves == null ? UNSET : OptionValues.count("--" + ServiceOptions.MOVES, moves));
    if (parsed.paths().isEmpty() && parsed.filesFrom() == null) {
      throw new UsageException(
          command
              + (options.hasLongOption("files-from")
                  ? ": a PATH or --files-from FILE is missing"
                  : ": a FILE is missing"));
    }
    if (parsed.isNulSeparated() && parsed.filesFrom() == null) {
      throw new UsageException(command + ": -0 needs --files-from");
    }
    if (parsed.usesService()) {
      requireFitForService(command, parsed);
    }
    return parsed;
  }

  private static void requireFitForService(String command, CommandOptions parsed)
      throws UsageException {
    if (parsed.isAsync() && parsed.isWaiting()) {
      throw new UsageException(command + ": --async and --wait are mutually exclusive");
    }
    if (parsed.isDryRun()) {
      throw new UsageException(command + ": --dry-run is not allowed with --async or --wait");
    }
    if (parsed.bytesPerSecond() != UNSET || parsed.moves() != UNSET) {
      throw new UsageException(
          command
              + ": --bandwidth and --moves are not allowed with --async or --wait: the"
              + " service has its own limits, see 'limits'");
    }
  }

  /** Whether the service moves the files, not this process. */
  boolean usesService() {
    return isAsync || isWaiting;
  }

  /** The limits of the configuration, overridden by options. */
  TransferLimits limits(TransferLimits configured) {
    TransferLimits limits = configured;
    if (bytesPerSecond != UNSET) {
      limits = limits.withBytesPerSecond(bytesPerSecond);
    }
    return moves == UNSET ? limits : limits.withMoves(moves);
  }
}
