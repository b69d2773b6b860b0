package org.tieredhdfs.localcluster.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** Runs a command-line tool of Hadoop or HBase against a cluster. */
public final class ToolRunner {
  private ToolRunner() {}

  /**
   * Runs a tool to its end and returns its exit code.
   *
   * @param dir the cluster's directory
   * @param tools class names of the tools by the names they go by
   * @param words the tool's name or a class name, then the tool's arguments
   */
  public static int run(Path dir, Map<String, String> tools, List<String> words)
      throws IOException, ClusterException {
    ClusterView view = ClusterView.of(dir);
    String name = words.get(0);
    List<String> arguments = words.subList(1, words.size());
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
