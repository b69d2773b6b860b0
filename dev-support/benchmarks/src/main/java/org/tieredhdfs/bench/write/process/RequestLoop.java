package org.tieredhdfs.bench.write.process;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.util.StringUtils;

/**
 * The command loop of a process: one line of standard input is one {@link Request}, one line of
 * standard output its answer, {@code ok name=number ...} or {@code failed why}. It ends with its
 * input. Used by one thread.
 */
public final class RequestLoop {
  static final String OK = "ok";
  static final String FAILED = "failed";

  private RequestLoop() {}

  /** Does something and tells figures of it. */
  @FunctionalInterface
  public interface Handler {
    Map<String, Double> handle(Request request) throws Exception;
  }

  /** Answers until the input ends; whatever else is printed goes to standard error. */
  public static void run(Handler handler) throws IOException {
    PrintStream answers =
        new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      answers.println(answer(handler, line));
    }
  }

  static String answer(Handler handler, String line) {
    try {
      return OK
          + handler.handle(Request.parse(line)).entrySet().stream()
              .map(figure -> " " + figure.getKey() + "=" + figure.getValue())
              .collect(Collectors.joining());
    } catch (Exception e) {
      // standard error is a file of its own, whose name goes with every failure
      System.err.println(StringUtils.stringifyException(e));
      return FAILED + " " + e.toString().replaceAll("\\s+", " ");
    }
  }
}
