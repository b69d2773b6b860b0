package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Option;
import org.apache.commons.cli.Options;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.mover.cli.text.JsonOutput;
import org.tieredhdfs.mover.cli.text.StatusText;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.GivenUpProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RetryRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RetryResponseProto;

/**
 * {@code filemover retry, rules} and {@code recheck}: makes a running service retry or recheck
 * files. Used by one thread.
 */
final class UpkeepCommand {

  /** Asks the service and prints what it says. */
  private interface Call {
    Exit run(FileMoverClient client) throws IOException;
  }

  private final Configuration conf;
  private final PrintStream out;
  private final PrintStream err;
  private final Call call;

  /**
   * @throws UsageException if the words are wrong
   */
  UpkeepCommand(
      Configuration conf, String command, List<String> words, PrintStream out, PrintStream err)
      throws UsageException {
    this.conf = conf;
    this.out = out;
    this.err = err;
    this.call =
        switch (command) {
          case "retry" -> retry(words);
          case "rules" -> rules(words);
          default -> recheck(words);
        };
  }

  Exit run(URI fileSystem) throws IOException {
    try (FileMoverClient client = new FileMoverClient(conf, fileSystem)) {
      return call.run(client);
    }
  }

  private Call retry(List<String> words) throws UsageException {
    Options options = new Options();
    options.addOption(Option.builder().longOpt("list").build());
    options.addOption(Option.builder().longOpt("json").build());
    CommandLine line = CommandOptions.line("retry", options, words);
    RetryRequestProto.Builder request =
        RetryRequestProto.newBuilder().setIsListOnly(line.hasOption("list"));
    for (String word : line.getArgList()) {
      request.addIds(ServiceOptions.number("retry", word));
    }
    return client -> {
      RetryResponseProto response = client.retry(request.build());
      if (line.hasOption("json")) {
        out.println(JsonOutput.of(json(response)));
      } else {
        tell(response, line.hasOption("list"));
      }
      return Exit.SATISFIED;
    };
  }

  private static Map<String, Object> json(RetryResponseProto response) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("hastened", response.getHastened());
    if (response.hasId()) {
      json.put("id", response.getId());
    }
    json.put("givenUp", response.getGivenUpList().stream().map(UpkeepCommand::json).toList());
    json.put("waiting", response.getWaitingList().stream().map(StatusText::json).toList());
    return json;
  }

  private static Map<String, Object> json(GivenUpProto file) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("path", file.getPath());
    json.put("request", file.getRequest());
    json.put("user", file.getUser());
    json.put("reason", file.getReason());
    json.put("detail", file.getDetail());
    json.put("atMs", file.getAtMs());
    return json;
  }

  private void tell(RetryResponseProto response, boolean isListOnly) {
    if (!isListOnly) {
      out.println(response.getHastened() + " waiting files are retried now");
      if (response.hasId()) {
        out.println(
            response.getGivenUpCount()
                + " given-up files are retried as request "
                + response.getId());
      }
      return;
    }
    for (RequestStatusProto request : response.getWaitingList()) {
      for (String file : request.getWaitingForList()) {
        out.println("waits     request " + request.getId() + "  " + file);
      }
    }
    for (GivenUpProto file : response.getGivenUpList()) {
      String detail = file.getDetail().isEmpty() ? "" : " (" + file.getDetail() + ")";
      Instant at = Instant.ofEpochMilli(file.getAtMs()).truncatedTo(ChronoUnit.SECONDS);
      out.println(
          "given up  request "
              + file.getRequest()
              + "  "
              + file.getPath()
              + ": "
              + file.getReason()
              + detail
              + ", at "
              + at);
    }
  }

  private Call rules(List<String> words) throws UsageException {
    Options options = new Options();
    options.addOption(Option.builder().longOpt("reload").build());
    CommandLine line = CommandOptions.line("rules", options, words);
    if (!line.hasOption("reload") || !line.getArgList().isEmpty()) {
      throw new UsageException("rules: exactly one option is allowed: --reload");
    }
    return client -> {
      List<String> rules = client.reloadRules();
      rules.forEach(out::println);
      out.println(rules.size() + " rules are now in force");
      return Exit.SATISFIED;
    };
  }

  private Call recheck(List<String> words) throws UsageException {
    CommandLine line = CommandOptions.line("recheck", new Options(), words);
    if (line.getArgList().isEmpty()) {
      throw new UsageException("recheck: a PATH is missing");
    }
    return client -> {
      List<String> errors = client.recheck(line.getArgList());
      errors.forEach(err::println);
      return errors.isEmpty() ? Exit.SATISFIED : Exit.FAILED;
    };
  }
}
