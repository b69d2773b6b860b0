package org.tieredhdfs.mover.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;

/**
 * The options of calls to a running service, checked.
 *
 * @param ids requests that are named
 * @param after requests up to this number are not listed
 * @param filter which requests are listed
 * @param limits those that are to be changed
 */
record ServiceOptions(
    Command command,
    List<Long> ids,
    long after,
    StatusFilter filter,
    LimitsProto limits,
    boolean isJson) {

  /** The names of limits, the same in options, output, the web page and configuration keys. */
  static final String MOVES = "moves";

  static final String MOVES_PER_NODE = "moves-per-node";
  static final String MOVES_PER_VOLUME = "moves-per-volume";
  static final String BANDWIDTH = "bandwidth";
  static final String BANDWIDTH_PER_NODE = "bandwidth-per-node";

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
      StatusFilter.addTo(options);
    }
    if (command == Command.LIMITS) {
      for (String name :
          List.of(MOVES, MOVES_PER_NODE, MOVES_PER_VOLUME, BANDWIDTH, BANDWIDTH_PER_NODE)) {
        options.addOption(Option.builder().longOpt(name).hasArg().build());
      }
      for (String name : List.of(MOVES, MOVES_PER_NODE, MOVES_PER_VOLUME)) {
        options.addOption(Option.builder().longOpt(formerName(name)).hasArg().build());
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
      throw new UsageException(name + ": the request ID is missing");
    }
    long after = line.hasOption("after") ? number("--after", line.getOptionValue("after")) : 0;
    return new ServiceOptions(
        command, ids, after, StatusFilter.of(line), limits(line), line.hasOption("json"));
  }

  private static LimitsProto limits(CommandLine line) throws UsageException {
    LimitsProto.Builder limits = LimitsProto.newBuilder();
    String moves = value(line, MOVES);
    if (moves != null) {
      limits.setMoves(OptionValues.count("--" + MOVES, moves));
    }
    String perNode = value(line, MOVES_PER_NODE);
    if (perNode != null) {
      limits.setMovesPerNode(OptionValues.count("--" + MOVES_PER_NODE, perNode));
    }
    String perVolume = value(line, MOVES_PER_VOLUME);
    if (perVolume != null) {
      limits.setMovesPerVolume(OptionValues.count("--" + MOVES_PER_VOLUME, perVolume));
    }
    if (line.hasOption(BANDWIDTH)) {
      limits.setBytesPerSecond(OptionValues.size("--" + BANDWIDTH, line.getOptionValue(BANDWIDTH)));
    }
    if (line.hasOption(BANDWIDTH_PER_NODE)) {
      limits.setBytesPerSecondPerNode(
          OptionValues.size("--" + BANDWIDTH_PER_NODE, line.getOptionValue(BANDWIDTH_PER_NODE)));
    }
    return limits.build();
  }

  /** The name that it had before limits had one name everywhere; it is still taken. */
  private static String formerName(String name) {
    return name.replace(MOVES, "concurrency");
  }

  private static @Nullable String value(CommandLine line, String name) {
    return line.hasOption(name) ? line.getOptionValue(name) : line.getOptionValue(formerName(name));
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
    return new UsageException(where + ": '" + word + "' is not allowed; it has to be a request ID");
  }
}
