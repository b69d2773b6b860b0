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

  static CommandOptions ofMove(List<String> words) throws UsageException {
    Options options = ofPaths("json", "dry-run", "async", "wait");
    String moves = RequestsCommand.MOVES;
    addValues(options, "policy", moves, RequestsCommand.formerName(moves));
    return parse("move", options, words);
  }

  static CommandOptions ofReport(List<String> words) throws UsageException {
    return parse("report", ofPaths("json"), words);
  }

  static CommandOptions ofExplain(List<String> words) throws UsageException {
    return parse("explain", flags("json"), words);
  }

  private static Options ofPaths(String... flags) {
    Options options = flags(flags);
    options.addOption(Option.builder("0").longOpt("null").build());
    options.addOption(Option.builder("r").longOpt("recursive").build());
    addValues(options, "files-from", "bandwidth");
    return options;
  }

  /** Options without a value, each by its whole name. */
  static Options flags(String... names) {
    Options options = new Options();
    for (String name : names) {
      options.addOption(Option.builder().longOpt(name).build());
    }
    return options;
  }

  /** Adds options that have a value. */
  static void addValues(Options options, String... names) {
    for (String name : names) {
      options.addOption(Option.builder().longOpt(name).hasArg().build());
    }
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
    String moves = RequestsCommand.movesValue(line, RequestsCommand.MOVES);
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
            moves == null ? UNSET : OptionValues.count("--" + RequestsCommand.MOVES, moves));
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
