package org.tieredhdfs.verify.parity;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.verify.parity.PlayResult.Done;

/** The clients and faults of one play, each in a thread of its own. */
public final class PlayThreads implements AutoCloseable {
  private static final long POLL_MS = 100;
  private static final long LIMIT_MS = 300_000;
  private static final long END_LIMIT_MS = 30_000;

  private final List<? extends TimedFault> faults;
  private final List<ScriptClient<?>> clients = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  public PlayThreads(List<? extends TimedFault> faults) {
    this.faults = List.copyOf(faults);
  }

  /** Whether there is a fault whose end was not ordered yet, or one to come. */
  boolean hasFault() {
    return faults.stream().anyMatch(fault -> fault.mendedNs() == 0);
  }

  /** Told of each operation, when it is over: has faults begin. */
  void after(ScriptClient<?> client, int operation) throws InterruptedException {
    for (TimedFault fault : faults) {
      fault.after(client, operation);
    }
  }

  public void add(ScriptClient<?> client) {
    clients.add(client);
    threads.add(new Thread(client, "client " + client.number()));
  }

  /**
   * Has clients begin, and waits for the faults.
   *
   * @return when the end of the last fault was ordered, or now if there was none
   */
  public long startUntilMended() throws ClusterException, InterruptedException {
    threads.forEach(Thread::start);
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MS);
    while (System.nanoTime() - endNs < 0
        && !faults.stream().allMatch(TimedFault::isOver)
        && threads.stream().anyMatch(Thread::isAlive)) {
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
    for (TimedFault fault : faults) {
      fault.join();
    }
    long now = System.nanoTime();
    return faults.stream().mapToLong(TimedFault::mendedNs).filter(ns -> ns != 0).max().orElse(now);
  }

  /** Waits for the clients, for a limited time. */
  public void awaitClients() throws InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MS);
    for (Thread thread : threads) {
      thread.join(Math.max(1, (endNs - System.nanoTime()) / 1_000_000));
    }
    close();
    for (Thread thread : threads) {
      thread.join(END_LIMIT_MS);
    }
  }

  /** What clients have done so far. */
  public List<Done> done() {
    return clients.stream().flatMap(client -> client.done().stream()).toList();
  }

  /** What faults have hit, or why nothing. */
  public List<String> outcomes() {
    return faults.stream().map(TimedFault::outcome).toList();
  }

  /** Has all clients end that go on. */
  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
  }
}
