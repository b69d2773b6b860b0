package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.mover.rpc.ServiceErrors;
import org.tieredhdfs.mover.text.JsonOutput;

/**
 * A run of a command over the clusters of its paths, with its work, its output, and its result.
 * Used by one thread.
 */
final class ClusterRun {
  private final Configuration conf;
  private final CommandOptions options;
  private final PrintStream out;
  private final PrintStream err;
  private final List<String> errors = new ArrayList<>();
  private final List<Object> jsonParts = new ArrayList<>();

  ClusterRun(Configuration conf, CommandOptions options, PrintStream out, PrintStream err) {
    this.conf = conf;
    this.options = options;
    this.out = out;
    this.err = err;
  }

  /** The work on one cluster. */
  interface Work {
    Exit on(URI fileSystem, List<String> paths)
        throws IOException, InterruptedException, UsageException;
  }

  Configuration conf() {
    return conf;
  }

  CommandOptions options() {
    return options;
  }

  /** For results. */
  PrintStream out() {
    return out;
  }

  /** The stream for messages other than results. */
  PrintStream err() {
    return err;
  }

  void tellError(String error) {
    errors.add(error);
    err.println(error);
  }

  /** Adds a result to those that are printed in the end, as JSON. */
  void addJson(Object part) {
    jsonParts.add(part);
  }

  /**
   * Works on one cluster after the other; one that cannot be asked does not keep others from it.
   *
   * @param jsonName what the results are called
   */
  Exit over(ClusterPaths paths, String jsonName, Work work)
      throws InterruptedException, UsageException {
    paths.errors().forEach(this::tellError);
    Exit exit = Exit.SATISFIED;
    for (Map.Entry<URI, List<String>> part : paths.byFileSystem().entrySet()) {
      try {
        exit = exit.and(work.on(part.getKey(), part.getValue()));
      } catch (IOException e) {
        String sentence = ServiceErrors.sentence(e);
        String name = part.getKey().toString();
        tellError(sentence.contains(name) ? sentence : name + ": " + sentence);
      }
    }
    if (options.isJson()) {
      out.println(JsonOutput.of(Map.of(jsonName, jsonParts, "errors", errors)));
    }
    return errors.isEmpty() ? exit : exit.and(Exit.FAILED);
  }
}
