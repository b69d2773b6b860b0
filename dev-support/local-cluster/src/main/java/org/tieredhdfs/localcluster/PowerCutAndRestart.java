package org.tieredhdfs.localcluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.tieredhdfs.linux.ProcessTable;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.process.JavaCommand;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.media.device.WriteCache;

/**
 * Cuts the power of DataNodes that another process started, and restarts them with the command
 * lines and environments that the kernel reports.
 */
public final class PowerCutAndRestart {
  private static final long END_LIMIT_SEC = 30;

  private PowerCutAndRestart() {}

  private record Machine(ProcessHandle process, ProcessBuilder restart) {}

  /**
   * @param dataNodes whose machines lose power at once
   * @param seed decides what is lost of what was not flushed
   * @return what each emulated volume lost
   * @throws ClusterException if one of them does not run, before anything is done
   */
  public static Map<Volume, WriteCache.Lost> of(ClusterView view, List<String> dataNodes, long seed)
      throws IOException, ClusterException {
    List<Machine> machines = new ArrayList<>();
    for (String name : dataNodes) {
      machines.add(machine(view, name));
    }
    Map<Volume, WriteCache.Lost> lost =
        view.media()
            .cutPower(
                dataNodes, () -> machines.forEach(one -> one.process().destroyForcibly()), seed);
    for (Machine machine : machines) {
      awaitEnd(machine.process());
      machine.restart().start();
    }
    return lost;
  }

  private static Machine machine(ClusterView view, String name)
      throws IOException, ClusterException {
    ProcessTable table = new ProcessTable();
    for (ProcessTable.Entry entry : table.withArgument(JavaCommand.clusterMark(view.dirs()))) {
      boolean isMeant =
          entry.valueOf(JavaCommand.daemonMarkPrefix()).filter(name::equals).isPresent();
      ProcessHandle process = ProcessHandle.of(entry.pid()).orElse(null);
      if (isMeant && process != null) {
        return new Machine(process, restart(view, name, entry, table));
      }
    }
    throw new ClusterException("there is no running DataNode " + name);
  }

  private static ProcessBuilder restart(
      ClusterView view, String name, ProcessTable.Entry entry, ProcessTable table)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("setsid"));
    command.addAll(entry.arguments());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(view.dirs().tmp().toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(view.dirs().out(name).toFile()));
    builder.environment().clear();
    builder.environment().putAll(table.environment(entry.pid()));
    return builder;
  }

  private static void awaitEnd(ProcessHandle process) throws ClusterException {
    try {
      process.onExit().get(END_LIMIT_SEC, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new ClusterException("process " + process.pid() + " was killed and did not end", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while a machine lost power", e);
    }
  }
}
