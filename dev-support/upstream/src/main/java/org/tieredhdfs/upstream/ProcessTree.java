package org.tieredhdfs.upstream;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process and all that it started; whatever is left of it dies with this program. */
final class ProcessTree {
  private static final long DUMP_LIMIT_SEC = 20;
  private static final long KILL_LIMIT_SEC = 10;
  private static final Set<ProcessTree> ALIVE = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> ALIVE.forEach(ProcessTree::kill), "kill-forks"));
  }

  private final Process root;

  ProcessTree(Process root) {
    this.root = root;
    ALIVE.add(this);
  }

  void kill() {
    List<ProcessHandle> descendants = root.descendants().toList();
    root.destroyForcibly();
    descendants.forEach(ProcessHandle::destroyForcibly);
    for (ProcessHandle one : descendants) {
      one.onExit().completeOnTimeout(one, KILL_LIMIT_SEC, TimeUnit.SECONDS).join();
    }
    ALIVE.remove(this);
  }

  void dumpStacks(Path file) throws IOException, InterruptedException {
    Path jstack = Path.of(System.getProperty("java.home"), "bin", "jstack");
    if (!Files.isExecutable(jstack)) {
      return;
    }
    List<ProcessHandle> javas =
        Stream.concat(Stream.of(root.toHandle()), root.descendants())
            .filter(one -> one.info().command().orElse("").endsWith("java"))
            .toList();
    for (ProcessHandle java : javas) {
      Process dump =
          new ProcessBuilder(jstack.toString(), "-l", Long.toString(java.pid()))
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(file.toFile()))
              .start();
      if (!dump.waitFor(DUMP_LIMIT_SEC, TimeUnit.SECONDS)) {
        dump.destroyForcibly();
      }
    }
  }
}
