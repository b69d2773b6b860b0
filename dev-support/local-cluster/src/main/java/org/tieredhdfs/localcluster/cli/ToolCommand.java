package org.tieredhdfs.localcluster.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.spec.ClusterException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Runs a command-line tool of Hadoop or HBase against a cluster, and returns its exit code. */
abstract class ToolCommand implements Callable<Integer> {
  @Mixin ClusterOption cluster;

  @Parameters(arity = "1..*", paramLabel = "TOOL [ARGUMENT...]", description = "what to run")
  List<String> words;

  /** Class names of the tools by the names they go by. */
  abstract Map<String, String> tools();

  @Override
  public Integer call() throws IOException, ClusterException {
    return run(cluster.dir(), tools(), words);
  }

  /**
   * Runs a tool to its end and returns its exit code.
   *
   * @param dir the cluster's directory
   * @param all the tool's name or a class name, then the tool's arguments
   */
  static int run(Path dir, Map<String, String> tools, List<String> all)
      throws IOException, ClusterException {
    ClusterView view = ClusterView.of(dir);
    String name = all.get(0);
    List<String> arguments = all.subList(1, all.size());
    if (name.equals("classpath")) {
      System.out.println(view.toolClassPath());
      return 0;
    }
    String mainClass = tools.get(name);
    if (mainClass == null && name.indexOf('.') < 0) {
      throw new IllegalArgumentException(
          "'"
              + name
              + "' is no tool; it has to be a class name or one of classpath, "
              + String.join(", ", tools.keySet()));
    }
    Process process = view.tool(mainClass == null ? name : mainClass, arguments).start();
    // A signal to this process is meant for the tool.
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted", e);
    }
  }
}
