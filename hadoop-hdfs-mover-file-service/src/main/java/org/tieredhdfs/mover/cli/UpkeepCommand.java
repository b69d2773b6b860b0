package org.tieredhdfs.mover.cli;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.cli.Options;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.GivenUpProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RetryRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RetryResponseProto;
import org.tieredhdfs.mover.text.JsonOutput;
import org.tieredhdfs.mover.text.StatusText;

/**
 * {@code filemover retry, rules} and {@code recheck}: makes a running service retry or recheck
 * files. Used by one thread.
 */
final class UpkeepCommand {
  private final PrintStream out;
  private final PrintStream err;

  UpkeepCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  ServiceCall retry(List<String> words) throws UsageException {
    CommandLine line = CommandOptions.line("retry", CommandOptions.flags("list", "json"), words);
    RetryRequestProto request =
        RetryRequestProto.newBuilder()
            .setIsListOnly(line.hasOption("list"))
            .addAllIds(OptionValues.ids("retry", line))
            .build();
    return client -> {
      RetryResponseProto response = client.retry(request);
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
    json.put("waiting", response.getWaitingList());
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
      String what = file.getRequest() + "  " + file.getPath() + ": " + file.getReason() + detail;
      out.println("given up  request " + what + ", at " + StatusText.time(file.getAtMs()));
    }
  }

  ServiceCall rules(List<String> words) throws UsageException {
    CommandLine line = CommandOptions.line("rules", CommandOptions.flags("reload"), words);
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

  ServiceCall recheck(List<String> words) throws UsageException {
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
