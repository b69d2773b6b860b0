package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Options;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.RefusedCallException;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.ListResponseProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.text.JsonOutput;
import org.tieredhdfs.mover.text.StatusText;

/**
 * {@code filemover status, cancel} and {@code limits}: queries and changes of a running service.
 */
final class RequestsCommand {
  /** The names of limits, the same in options, output, the web page and configuration keys. */
  static final String MOVES = "moves";

  private static final String MOVES_PER_NODE = "moves-per-node";
  private static final String MOVES_PER_VOLUME = "moves-per-volume";
  private static final String BANDWIDTH = "bandwidth";
  private static final String BANDWIDTH_PER_NODE = "bandwidth-per-node";

  private static final int PAGE = 1_000;
  private static final int MAX_PAGES = 100;

  private final PrintStream out;
  private final PrintStream err;

  RequestsCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  ServiceCall status(List<String> words) throws UsageException {
    Options options = CommandOptions.flags("json");
    CommandOptions.addValues(options, "after", "state", "path", "user", "max");
    CommandLine line = CommandOptions.line("status", options, words);
    List<Long> ids = OptionValues.ids("status", line);
    String from = line.getOptionValue("after");
    long after = from == null ? 0 : OptionValues.id("--after", from);
    StatusFilter filter = StatusFilter.of(line);
    boolean isJson = line.hasOption("json");
    return client ->
        ids.isEmpty() ? list(client, after, filter, isJson) : each(ids, isJson, client::status);
  }

  ServiceCall cancel(List<String> words) throws UsageException {
    CommandLine line = CommandOptions.line("cancel", CommandOptions.flags("json"), words);
    List<Long> ids = OptionValues.ids("cancel", line);
    if (ids.isEmpty()) {
      throw new UsageException("cancel: the request ID is missing");
    }
    return client -> each(ids, line.hasOption("json"), client::cancel);
  }

  /** What is asked about one request. */
  private interface Question {
    RequestStatusProto ask(long id) throws IOException;
  }

  private Exit each(List<Long> ids, boolean isJson, Question question) throws IOException {
    Exit exit = Exit.SATISFIED;
    List<RequestStatusProto> told = new ArrayList<>();
    for (long id : ids) {
      try {
        RequestStatusProto status = question.ask(id);
        told.add(status);
        if (!isJson) {
          out.println(StatusText.line(status));
          status.getFailuresList().forEach(failure -> out.println("  " + failure));
          status.getWaitingForList().forEach(file -> out.println("  waits: " + file));
        }
      } catch (RefusedCallException e) {
        err.println(e.getMessage());
        exit = Exit.FAILED;
      }
    }
    if (isJson) {
      out.println(JsonOutput.of(Map.of("requests", told)));
    }
    return exit;
  }

  private Exit list(FileMoverClient client, long from, StatusFilter filter, boolean isJson)
      throws IOException {
    ArrayDeque<RequestStatusProto> newest = new ArrayDeque<>();
    long after = from;
    long left = 0;
    ListResponseProto page;
    int pages = 0;
    do {
      pages++;
      page = client.list(after, PAGE);
      for (RequestStatusProto request : page.getRequestsList()) {
        after = request.getId();
        if (filter.lets(request)) {
          newest.addFirst(request);
          if (newest.size() > filter.max()) {
            newest.removeLast();
            left++;
          }
        }
      }
    } while (page.getHasMore() && page.getRequestsCount() > 0 && pages < MAX_PAGES);
    boolean isCut = page.getHasMore();
    if (isJson) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("open", page.getOpen());
      json.put("hasMore", isCut || left > 0);
      json.put("requests", newest);
      out.println(JsonOutput.of(json));
      return Exit.SATISFIED;
    }
    out.println(StatusText.header());
    newest.forEach(status -> out.println(StatusText.line(status)));
    if (isCut) {
      out.println("newer ones are not shown; use --after " + after);
    }
    if (left > 0) {
      out.println(left + " older ones are not shown; see --max");
    }
    out.println(page.getOpen() + " files and directories of all users are open");
    return Exit.SATISFIED;
  }

  ServiceCall limits(List<String> words) throws UsageException {
    Options options = CommandOptions.flags("json");
    for (String name : List.of(MOVES, MOVES_PER_NODE, MOVES_PER_VOLUME)) {
      CommandOptions.addValues(options, name, formerName(name));
    }
    CommandOptions.addValues(options, BANDWIDTH, BANDWIDTH_PER_NODE);
    CommandLine line = CommandOptions.line("limits", options, words);
    if (!line.getArgList().isEmpty()) {
      throw new UsageException(
          "limits: '" + line.getArgList().get(0) + "' is not allowed; see --help");
    }
    LimitsProto changed = changed(line);
    return client -> {
      LimitsProto now = client.limits(changed);
      if (line.hasOption("json")) {
        out.println(JsonOutput.of(json(now)));
      } else {
        out.println(MOVES + " " + (now.getMoves() == 0 ? "0, paused" : now.getMoves()));
        out.println(MOVES_PER_NODE + " " + now.getMovesPerNode());
        out.println(MOVES_PER_VOLUME + " " + now.getMovesPerVolume());
        out.println(BANDWIDTH + " " + bandwidth(now.getBytesPerSecond()));
        out.println(BANDWIDTH_PER_NODE + " " + bandwidth(now.getBytesPerSecondPerNode()));
      }
      return Exit.SATISFIED;
    };
  }

  private static LimitsProto changed(CommandLine line) throws UsageException {
    LimitsProto.Builder limits = LimitsProto.newBuilder();
    String moves = movesValue(line, MOVES);
    if (moves != null) {
      limits.setMoves(moves.equals("0") ? 0 : OptionValues.count("--" + MOVES, moves));
    }
    String perNode = movesValue(line, MOVES_PER_NODE);
    if (perNode != null) {
      limits.setMovesPerNode(OptionValues.count("--" + MOVES_PER_NODE, perNode));
    }
    String perVolume = movesValue(line, MOVES_PER_VOLUME);
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
  static String formerName(String name) {
    return name.replace(MOVES, "concurrency");
  }

  static @Nullable String movesValue(CommandLine line, String name) {
    return line.getOptionValue(name, line.getOptionValue(formerName(name)));
  }

  private static Map<String, Object> json(LimitsProto limits) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("moves", limits.getMoves());
    json.put("movesPerNode", limits.getMovesPerNode());
    json.put("movesPerVolume", limits.getMovesPerVolume());
    json.put("bytesPerSecond", limits.getBytesPerSecond());
    json.put("bytesPerSecondPerNode", limits.getBytesPerSecondPerNode());
    return json;
  }

  private static String bandwidth(long bytesPerSecond) {
    return bytesPerSecond == 0 ? "0, no limit" : bytesPerSecond + " bytes a second";
  }
}
