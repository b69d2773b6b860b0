package org.tieredhdfs.bench.write;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import one.profiler.AsyncProfiler;

/**
 * Takes samples of what other Java processes spend processor time on, the kernel included where it
 * allows that, and draws them as flame graphs. Used by one thread.
 *
 * <p>The processes have to be of the same user. They need no option: the profiler is loaded into
 * them when it is first started.
 */
final class CpuProfiler implements AutoCloseable {
  private static final String SAMPLING = "event=cpu,interval=1ms,simple";

  /** What the profiler says of itself would go to the standard output of the process. */
  private static final String SILENTLY = ",log=/dev/null,loglevel=none";

  private final Path library;

  /**
   * @throws IOException if there is no profiler for this machine, or no room for it
   */
  CpuProfiler() throws IOException {
    String platform = System.getProperty("os.arch").equals("aarch64") ? "linux-arm64" : "linux-x64";
    String name = "/" + platform + "/libasyncProfiler.so";
    library = Files.createTempFile("libasyncProfiler", ".so");
    try (InputStream packed = AsyncProfiler.class.getResourceAsStream(name)) {
      if (packed == null) {
        throw new IOException("The profiler has no library " + name);
      }
      Files.copy(packed, library, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Starts to take samples of a process. */
  void start(long pid) throws IOException {
    command(pid, "start," + SAMPLING);
  }

  /** Ends that, and writes the flame graph, a page. */
  void stop(long pid, String title, Path page) throws IOException {
    command(pid, "stop,simple,flamegraph,title=" + title + ",file=" + page.toAbsolutePath());
  }

  private void command(long pid, String options) throws IOException {
    try {
      VirtualMachine process = VirtualMachine.attach(Long.toString(pid));
      try {
        process.loadAgentPath(library.toString(), options + SILENTLY);
      } finally {
        process.detach();
      }
    } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException e) {
      throw new IOException("Process " + pid + " cannot be profiled: " + options, e);
    }
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(library);
  }
}
