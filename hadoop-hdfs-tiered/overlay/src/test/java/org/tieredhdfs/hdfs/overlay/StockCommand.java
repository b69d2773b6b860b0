package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** Runs Hadoop's own commands in this process, and gives what they print. */
final class StockCommand {
  private StockCommand() {}

  /** Runs a command that has to end with 0. */
  static String run(Configuration conf, Tool tool, String... args) throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    int code = run(printed, conf, tool, args);
    String text = printed.toString(StandardCharsets.UTF_8);
    assertThat(code).as("exit code of %s: %s", String.join(" ", args), text).isZero();
    return text;
  }

  /** Runs a command that has to fail, and gives what it printed to either stream. */
  static String fail(Configuration conf, Tool tool, String... args) throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    int code = run(printed, conf, tool, args);
    String text = printed.toString(StandardCharsets.UTF_8);
    assertThat(code).as("exit code of %s: %s", String.join(" ", args), text).isNotZero();
    return text;
  }

  private static int run(
      ByteArrayOutputStream printed, Configuration conf, Tool tool, String... args)
      throws Exception {
    PrintStream out = System.out;
    PrintStream err = System.err;
    PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
    System.setOut(stream);
    System.setErr(stream);
    try {
      return ToolRunner.run(conf, tool, args);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }
}
