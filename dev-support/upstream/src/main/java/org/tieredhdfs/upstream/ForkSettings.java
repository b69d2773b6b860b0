package org.tieredhdfs.upstream;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * How the process of a test class is started and when it is stopped.
 *
 * @param runUnder words put before the command, such as a lock or a priority; may be empty
 * @param heapMb the largest heap of a process
 * @param classLimit how long one class may run, from its start
 * @param startLimit how long the words before may keep it from starting
 * @param workDir where each run gets a directory of its own
 * @param logDir where the output of each run goes
 */
record ForkSettings(
    List<String> runUnder,
    int heapMb,
    Duration classLimit,
    Duration startLimit,
    Path workDir,
    Path logDir) {
  /** The packages that Hadoop's own build opens for its tests. */
  private static final List<String> OPENED =
      List.of(
          "java.io",
          "java.lang",
          "java.lang.reflect",
          "java.math",
          "java.net",
          "java.text",
          "java.util",
          "java.util.concurrent",
          "java.util.zip",
          "sun.security.util",
          "sun.security.x509");

  ForkSettings {
    runUnder = List.copyOf(runUnder);
  }

  /** Where the output of one run of a class goes. */
  Path logOf(TestSide side, TestClass test, int attempt, String extension) {
    return logDir.resolve(side.label() + "-" + test.simpleName() + "-" + attempt + "." + extension);
  }

  /** The arguments of the virtual machine, with the system properties of Hadoop's own build. */
  List<String> jvmArguments(Path directory, Path resources) {
    Path data = directory.resolve("data");
    Stream<String> fixed =
        Stream.of(
            "-Xmx" + heapMb + "m",
            "-Xss4m",
            "-XX:+EnableDynamicAgentLoading",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-DminiClusterDedicatedDirs=true",
            "-Dtest.build.dir=" + data,
            "-Dtest.build.data=" + data,
            "-Dtest.build.shared.data=" + data,
            "-Dtest.cache.data=" + resources,
            "-Dtest.build.classes=" + resources,
            "-Dhadoop.tmp.dir=" + directory.resolve("hadoop-tmp"),
            "-Dhadoop.log.dir=" + directory.resolve("log"),
            "-Djava.io.tmpdir=" + directory.resolve("tmp"),
            "-Djava.net.preferIPv4Stack=true",
            "-Djava.security.krb5.conf=" + resources.resolve("krb5.conf"),
            "-Djava.security.egd=file:///dev/urandom");
    Stream<String> opens =
        OPENED.stream().map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED");
    return Stream.concat(fixed, opens).toList();
  }
}
