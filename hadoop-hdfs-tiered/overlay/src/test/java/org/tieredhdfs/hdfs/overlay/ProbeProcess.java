package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a process of a test whose Hadoop has the system calls of libhadoop. */
final class ProbeProcess {
  private ProbeProcess() {}

  /** Leaves the test out, with the reason, where a tool is missing. */
  static void needs(String... tools) {
    for (String tool : tools) {
      boolean isThere =
          Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
              .anyMatch(bin -> new File(bin, tool).canExecute());
      assumeTrue(isThere, tool + " is not on this machine");
    }
  }

  /** Compiles the library with the system calls, into a folder. */
  static Path library(Path folder) throws IOException, InterruptedException {
    Path library = folder.resolve("page_cache.so");
    Path source = Path.of("src/test/resources/native/page_cache.c").toAbsolutePath();
    Path include = Path.of(System.getProperty("java.home"), "include");
    run(
        folder,
        List.of(
            "gcc",
            "-shared",
            "-fPIC",
            "-I" + include,
            "-I" + include.resolve("linux"),
            "-o",
            library.toString(),
            source.toString()));
    return library;
  }

  /** Runs a command to its end, which has to be a good one, and returns what it printed. */
  static String run(Path folder, List<String> command) throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "output", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(command.get(0) + " ends").isTrue();
      assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(output);
  }
}
