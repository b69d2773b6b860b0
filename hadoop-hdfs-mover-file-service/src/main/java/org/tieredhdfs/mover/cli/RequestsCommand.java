package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.mover.cli.text.JsonOutput;
import org.tieredhdfs.mover.cli.text.StatusText;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.RefusedCallException;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.ListResponseProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;

/**
 * {@code filemover status, cancel} and {@code limits}: queries and changes of a running service.
 */
final class RequestsCommand {
  private static final int PAGE = 1_000;
  private static final int MAX_PAGES = 100;

  private final Configuration conf;
  private final ServiceOptions options;
  private final PrintStream out;
  private final PrintStream err;

  RequestsCommand(Configuration conf, ServiceOptions options, PrintStream out, PrintStream err) {
    this.conf = conf;
    this.options = options;
    this.out = out;
    this.err = err;
  }

  Exit run(URI fileSystem) throws IOException {
    try (FileMoverClient client = new FileMoverClient(conf, fileSystem)) {
      return switch (options.command()) {
        case STATUS -> options.ids().isEmpty() ? list(client) : each(client::status);
        case CANCEL -> each(client::cancel);
        case LIMITS -> limits(client);
      };
    }
  }

  /** What is asked about one request. */
  private interface Question {
    RequestStatusProto ask(long id) throws IOException;
  }

  private Exit each(Question question) throws IOException {
    Exit exit = Exit.SATISFIED;
    List<Map<String, Object>> json = new ArrayList<>();
    for (long id : options.ids()) {
      try {
        RequestStatusProto status = question.ask(id);
        json.add(StatusText.json(status));
        if (!options.isJson()) {
          out.println(StatusText.line(status));
          status.getFailuresList().forEach(failure -> out.println("  " + failure));
          status.getWaitingForList().forEach(file -> out.println("  waits: " + file));
        }
      } catch (RefusedCallException e) {
        err.println(e.getMessage());
        exit = Exit.FAILED;
      }
    }
    if (options.isJson()) {
      out.println(JsonOutput.of(Map.of("requests", json)));
    }
    return exit;
  }

  private Exit list(FileMoverClient client) throws IOException {
    ArrayDeque<RequestStatusProto> newest = new ArrayDeque<>();
    long after = options.after();
    long left = 0;
    ListResponseProto page;
    int pages = 0;
    do {
      pages++;
      page = client.list(after, PAGE);
      for (RequestStatusProto request : page.getRequestsList()) {
        after = request.getId();
        if (options.filter().lets(request)) {
          newest.addFirst(request);
          if (newest.size() > options.filter().max()) {
            newest.removeLast();
            left++;
          }
        }
      }
    } while (page.getHasMore() && page.getRequestsCount() > 0 && pages < MAX_PAGES);
    boolean isCut = page.getHasMore();
    if (options.isJson()) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("open", page.getOpen());
      json.put("hasMore", isCut || left > 0);
      json.put("requests", newest.stream().map(StatusText::json).toList());
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

  private Exit limits(FileMoverClient client) throws IOException {
    LimitsProto now = client.limits(options.limits());
    Map<String, Object> named = new LinkedHashMap<>();
    named.put("moves", now.getMoves());
    named.put("movesPerNode", now.getMovesPerNode());
    named.put("movesPerVolume", now.getMovesPerVolume());
    named.put("bytesPerSecond", now.getBytesPerSecond());
    named.put("bytesPerSecondPerNode", now.getBytesPerSecondPerNode());
    if (options.isJson()) {
      out.println(JsonOutput.of(named));
    } else {
      out.println(ServiceOptions.MOVES + " " + now.getMoves());
      out.println(ServiceOptions.MOVES_PER_NODE + " " + now.getMovesPerNode());
      out.println(ServiceOptions.MOVES_PER_VOLUME + " " + now.getMovesPerVolume());
      out.println(ServiceOptions.BANDWIDTH + " " + bandwidth(now.getBytesPerSecond()));
      out.println(
          ServiceOptions.BANDWIDTH_PER_NODE + " " + bandwidth(now.getBytesPerSecondPerNode()));
    }
    return Exit.SATISFIED;
  }

  private static String bandwidth(long bytesPerSecond) {
    return bytesPerSecond == 0 ? "0, no limit" : bytesPerSecond + " bytes a second";
  }
}
