package org.tieredhdfs.mover.service;

import java.util.Comparator;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.service.FairQueue.Lane;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.RequestLife.Stage;
import org.tieredhdfs.mover.service.request.WaitingFile;
import org.tieredhdfs.mover.service.request.WaitingFile.Why;

/**
 * Where open requests are that nobody works on: in the queue, or waiting for a time or for a file
 * to be closed. Used under the lock of {@link OpenRequests}.
 */
final class RequestPlaces {
  private final FairQueue ready;
  private final OpenFiles openFiles = new OpenFiles();
  private final ActiveRequests active = new ActiveRequests();
  private final long startNs = System.nanoTime();

  /** Those that wait for a time, the first that is due before the others. */
  private final NavigableSet<RequestLife> timed =
      new TreeSet<>(
          Comparator.<RequestLife>comparingLong(life -> life.dueNs() - startNs)
              .thenComparing(RequestLife::id));

  /**
   * @param shares how many requests of one user are worked on at a time, by lane
   */
  RequestPlaces(Map<Lane, Integer> shares) {
    ready = new FairQueue(shares);
  }

  FairQueue ready() {
    return ready;
  }

  OpenFiles openFiles() {
    return openFiles;
  }

  ActiveRequests active() {
    return active;
  }

  /** Puts a request where it belongs by its stage. */
  void put(RequestLife life) {
    if (life.stage() != Stage.WAITING) {
      active.add(life);
      ready.add(life);
      return;
    }
    active.remove(life);
    if (!life.waitsForItsFiles()) {
      timed.add(life);
      WaitingFile file = life.waiting();
      if (file != null && file.why() == Why.OPEN) {
        openFiles.add(life, file);
      }
    }
  }

  /** The opposite of {@link #put}, to be called before anything of the request changes. */
  void takeOut(RequestLife life) {
    ready.remove(life);
    timed.remove(life);
    WaitingFile file = life.waiting();
    if (file != null) {
      openFiles.remove(life, file.file().path());
    }
  }

  /** The one that is due first; null if none waits for a time. */
  @Nullable RequestLife firstDue() {
    return timed.isEmpty() ? null : timed.first();
  }

  /** The number of requests that wait for a time. */
  int waiting() {
    return timed.size();
  }
}
