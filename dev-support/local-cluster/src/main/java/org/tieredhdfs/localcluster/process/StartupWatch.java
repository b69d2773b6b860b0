package org.tieredhdfs.localcluster.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.localcluster.process.DaemonProcesses.Started;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/** Waits until daemons are up, and reports why the first failing one is not. */
public final class StartupWatch {
  private static final long POLL_MS = 200;

  private final ClusterDirs dirs;
  private final Progress progress;
  private final Duration limit;

  public StartupWatch(ClusterDirs dirs, Progress progress, Duration limit) {
    this.dirs = dirs;
    this.progress = progress;
    this.limit = limit;
  }

  /** Tells where daemons can be reached once they are up. */
  public interface Probe {
    /** Checks all daemons once; a failure only means "not yet". */
    default void look() throws IOException {}

    /** The address of a daemon that is up, by the last look; a failure means "not yet", too. */
    Optional<String> address(Started started) throws IOException;
  }

  /** Thrown when a daemon ended because somebody else took its port first. */
  public static final class PortLostException extends ClusterException {
    private static final long serialVersionUID = 1L;

    PortLostException(String message) {
      super(message);
    }
  }

  /**
   * Returns when all of {@code daemons} are up.
   *
   * @throws ClusterException with name, log and its tail, if one ends or takes too long
   */
  public void await(List<Started> daemons, Probe probe) throws ClusterException {
    List<Started> missing = new ArrayList<>(daemons);
    long startNs = System.nanoTime();
    while (!missing.isEmpty()) {
      for (Started started : missing) {
        requireAlive(started);
      }
      if (System.nanoTime() - startNs > limit.toNanos()) {
        throw failure(missing.get(0), "was not up within " + limit.toSeconds() + " s");
      }
      look(probe, missing);
      if (!missing.isEmpty()) {
        progress.waitingFor(missing.stream().map(Started::name).toList());
        pause();
      }
    }
  }

  /** Waits until a process that has an end of its own has ended well. */
  public void awaitEnd(Started started) throws ClusterException {
    long startNs = System.nanoTime();
    while (started.process().isAlive()) {
      if (System.nanoTime() - startNs > limit.toNanos()) {
        throw failure(started, "did not end within " + limit.toSeconds() + " s");
      }
      progress.waitingFor(List.of(started.name()));
      pause();
    }
    if (started.process().exitValue() != 0) {
      throw failure(started, "ended with code " + started.process().exitValue());
    }
  }

  private void look(Probe probe, List<Started> missing) {
    try {
      probe.look();
      for (Started started : List.copyOf(missing)) {
        Optional<String> address = probe.address(started);
        if (address.isPresent()) {
          missing.remove(started);
          progress.done(
              String.format(
                  "%-12s up, pid %d, %s", started.name(), started.process().pid(), address.get()));
        }
      }
    } catch (IOException notYet) {
      return;
    }
  }

  private void requireAlive(Started started) throws ClusterException {
    if (started.process().isAlive()) {
      return;
    }
    String what = "ended with code " + started.process().exitValue();
    if (LogFiles.hasLostPort(dirs, started.name())) {
      throw new PortLostException(message(started, what));
    }
    throw failure(started, what);
  }

  private ClusterException failure(Started started, String what) {
    return new ClusterException(message(started, what));
  }

  private String message(Started started, String what) {
    return started.daemon().role().title()
        + " "
        + started.name()
        + " did not come up: it "
        + what
        + "; its log is "
        + dirs.log(started.name())
        + LogFiles.tails(dirs, started.name());
  }

  private static void pause() throws ClusterException {
    try {
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while the cluster was starting", e);
    }
  }
}
