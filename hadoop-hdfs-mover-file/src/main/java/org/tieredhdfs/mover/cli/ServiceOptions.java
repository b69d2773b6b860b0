package org.tieredhdfs.mover.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;

/**
 * The options of what is asked of a running service, checked.
 *
 * @param ids requests that are named
 * @param after requests up to this number are not listed
 * @param limits those that are to be changed
 */
record ServiceOptions(
    Command command, List<Long> ids, long after, LimitsProto limits, boolean isJson) {

  /** The sub-commands that they belong to. */
  enum Command {
    STATUS,
    CANCEL,
    LIMITS
  }

  static ServiceOptions of(Command command, List<String> words) throws UsageException {
    Options options = new Options();
    options.addOption(Option.builder().longOpt("json").build());
    if (command == Command.STATUS) {
      options.addOption(Option.builder().longOpt("after").hasArg().build());
    }
    if (command == Command.LIMITS) {
      for (String name :
          List.of(
              "concurrency",
              "concurrency-per-node",
              "concurrency-per-volume",
              "bandwidth",
              "bandwidth-per-node")) {
        options.addOption(Option.builder().longOpt(name).hasArg().build());
      }
    }
    String name = command.name().toLowerCase(Locale.ROOT);
    CommandLine line = CommandOptions.line(name, options, words);
    List<Long> ids = new ArrayList<>();
    for (String word : line.getArgList()) {
      if (command == Command.LIMITS) {
        throw new UsageException(name + ": '" + word + "' is not allowed; see --help");
      }
      ids.add(number(name, word));
    }
    if (command == Command.CANCEL && ids.isEmpty()) {
      throw new UsageException(name + ": the ID of a request is missing");
    }
    long after = line.hasOption("after") ? number("--after", line.getOptionValue("after")) : 0;
    return new ServiceOptions(command, ids, after, limits(line), line.hasOption("json"));
  }

  private static LimitsProto limits(CommandLine line) throws UsageException {
    LimitsProto.Builder limits = LimitsProto.newBuilder();
    if (line.hasOption("concurrency")) {
      limits.setMoves(OptionValues.count("--concurrency", line.getOptionValue("concurrency")));
    }
    if (line.hasOption("concurrency-per-node")) {
      limits.setMovesPerNode(
          OptionValues.count(
              "--concurrency-per-node", line.getOptionValue("concurrency-per-node")));
    }
    if (line.hasOption("concurrency-per-volume")) {
      limits.setMovesPerVolume(
          OptionValues.count(
              "--concurrency-per-volume", line.getOptionValue("concurrency-per-volume")));
    }
    if (line.hasOption("bandwidth")) {
      limits.setBytesPerSecond(OptionValues.size("--bandwidth", line.getOptionValue("bandwidth")));
    }
    if (line.hasOption("bandwidth-per-node")) {
      limits.setBytesPerSecondPerNode(
          OptionValues.size("--bandwidth-per-node", line.getOptionValue("bandwidth-per-node")));
    }
    return limits.build();
  }

  static long number(String where, String word) throws UsageException {
    try {
      long number = Long.parseLong(word);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw refused(where, word);
    }
    throw refused(where, word);
  }

  private static UsageException refused(String where, String word) {
    return new UsageException(
        where + ": '" + word + "' is not allowed; it has to be the number of a request");
  }
}
