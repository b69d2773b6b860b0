package org.tieredhdfs.mover.cli;

import java.util.List;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.transfer.Limits;

/** The options of the sub-commands, checked. */
record CommandOptions(
    List<String> paths,
    @Nullable String filesFrom,
    boolean isNulSeparated,
    boolean isRecursive,
    @Nullable String policy,
    boolean isDryRun,
    boolean isJson,
    long bytesPerSecond,
    int moves) {
  private static final int UNSET = -1;

  static CommandOptions ofMove(List<String> words) throws UsageException {
    Options options = common();
    options.addOption(Option.builder().longOpt("policy").hasArg().build());
    options.addOption(Option.builder().longOpt("dry-run").build());
    options.addOption(Option.builder().longOpt("concurrency").hasArg().build());
    return parse("move", options, words);
  }

  static CommandOptions ofReport(List<String> words) throws UsageException {
    return parse("report", common(), words);
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

  private static CommandOptions parse(String command, Options options, List<String> words)
      throws UsageException {
    CommandLine line;
    try {
      line =
          DefaultParser.builder()
              .setAllowPartialMatching(false)
              .build()
              .parse(options, words.toArray(new String[0]));
    } catch (ParseException e) {
      throw new UsageException(command + ": " + e.getMessage());
    }
    CommandOptions parsed =
        new CommandOptions(
            line.getArgList(),
            line.getOptionValue("files-from"),
            line.hasOption("0"),
            line.hasOption("recursive"),
            line.getOptionValue("policy"),
            line.hasOption("dry-run"),
            line.hasOption("json"),
            size(line.getOptionValue("bandwidth")),
            count(line.getOptionValue("concurrency")));
    if (parsed.paths().isEmpty() && parsed.filesFrom() == null) {
      throw new UsageException(command + ": a PATH or --files-from FILE is missing");
    }
    if (parsed.isNulSeparated() && parsed.filesFrom() == null) {
      throw new UsageException(command + ": -0 is of use with --files-from only");
    }
    return parsed;
  }

  private static long size(@Nullable String value) throws UsageException {
    if (value == null) {
      return UNSET;
    }
    long bytes;
    try {
      bytes = TraditionalBinaryPrefix.string2long(value);
    } catch (IllegalArgumentException e) {
      bytes = UNSET;
    }
    if (bytes < 0) {
      throw new UsageException(
          "--bandwidth: '"
              + value
              + "' is not allowed; it has to be bytes a second, suffix k m g,"
              + " or 0 for no limit");
    }
    return bytes;
  }

  private static int count(@Nullable String value) throws UsageException {
    if (value == null) {
      return UNSET;
    }
    int count;
    try {
      count = Integer.parseInt(value);
    } catch (NumberFormatException e) {
      count = 0;
    }
    if (count < 1 || count > 10_000) {
      throw new UsageException(
          "--concurrency: '"
              + value
              + "' is not allowed; it has to be a whole number from 1 to"
              + " 10000");
    }
    return count;
  }

  /** The limits of the configuration, where no option says something else. */
  Limits limits(Limits configured) {
    Limits limits = configured;
    if (bytesPerSecond != UNSET) {
      limits = limits.withBytesPerSecond(bytesPerSecond);
    }
    return moves == UNSET ? limits : limits.withMoves(moves);
  }
}
