package org.tieredhdfs.mover.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;

/** What a run of the command in this process printed and how it ended. */
record CommandRun(int exit, String out, String err) {

  /**
   * Runs the command as on a terminal.
   *
   * @param input what it finds on standard input
   */
  static CommandRun of(Configuration conf, String input, String... words) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    FileMoverCommand command =
        new FileMoverCommand(
            new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            true,
            new Interruption());
    int exit = ToolRunner.run(new Configuration(conf), command, words);
    return new CommandRun(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  JsonNode json() throws Exception {
    return new ObjectMapper().readTree(out);
  }
}
