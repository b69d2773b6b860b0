package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.rpc.HostAndPort;
import org.tieredhdfs.mover.rpc.RpcFront;
import org.tieredhdfs.mover.rpc.RpcKeys;
import org.tieredhdfs.mover.rpc.ServiceAddress;
import org.tieredhdfs.mover.rules.MoveRules;
import org.tieredhdfs.mover.rules.OwnPolicyChanges;
import org.tieredhdfs.mover.transfer.Backoff;
import org.tieredhdfs.mover.web.WebFront;
import org.tieredhdfs.mover.web.WebKeys;

/**
 * The service at work: one instance that has the lock follows events and has files moved.
 *
 * <pre>
 *   NameNode's event stream -> follower -> journal (HDFS, hsync) -> queue -> runner -> FileMover
 * </pre>
 *
 * <p>Needs an HDFS superuser and, to hear of changed policies, a NameNode with the overlay.
 */
public final class MoverService implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MoverService.class);
  private static final Backoff AFTER_FAILURE = new Backoff(500, 30_000);

  private static final int MAX_REPORTED = 50;

  private final FileMover mover;
  private final LeaderLock lock;
  private final Journal journal;
  private final RequestQueue queue;
  private final RequestBook book;
  private final EventFollower follower;
  private final RequestRunner runner;
  private final RpcFront rpc;
  private final WebFront web;
  private final ServiceMetrics metrics;
  private final long startedMs = System.currentTimeMillis();
  private final ServiceTotals totals = new ServiceTotals();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean isClosed;
  private volatile boolean isFenced;

  private MoverService(Configuration conf, FileMover mover, MoveRules rules, LeaderLock lock)
      throws IOException, InterruptedException {
    this.mover = mover;
    this.lock = lock;
    ServiceSettings settings = ServiceSettings.of(conf);
    OwnPolicyChanges ownChanges = new OwnPolicyChanges();
    DistributedFileSystem fileSystem = mover.namenode().fileSystem();
    journal = new Journal(fileSystem, journalOf(settings), settings.finished());
    queue = new RequestQueue(journal, settings.queue());
    book = new RequestBook(journal, queue);
    follower = new EventFollower(conf, mover.namenode(), settings, queue, rules, ownChanges);
    if (journal.wasDamaged()) {
      queue.accept(follower.recheck(), queue.lastTransaction());
    }
    runner = new RequestRunner(mover, queue, book, rules, ownChanges, totals, settings);
    rpc = new RpcFront(conf, fileSystem.getUri(), new ServiceDesk(mover, queue, book));
    try {
      web = new WebFront(conf, this::report);
    } catch (IOException | RuntimeException e) {
      rpc.close();
      throw e;
    }
    metrics = ServiceMetrics.register(this::report);
  }

  private static Path journalOf(ServiceSettings settings) {
    return new Path(settings.directory(), "journal");
  }

  /**
   * Waits until this instance may work, then works until it is closed.
   *
   * @param fileSystem {@code hdfs://nameservice}
   */
  public static MoverService start(Configuration conf, URI fileSystem)
      throws IOException, InterruptedException {
    ServiceSettings settings = ServiceSettings.of(conf);
    requireAddresses(conf);
    FileMover mover = new FileMover(conf, fileSystem);
    LeaderLock lock = null;
    try {
      MoveRules rules = MoveRules.of(conf, mover.policies());
      lock = waitForLock(mover, settings);
      MoverService service = new MoverService(conf, mover, rules, lock);
      service.begin(settings);
      return service;
    } catch (IOException | InterruptedException | RuntimeException e) {
      IOUtils.cleanupWithLogger(LOG, lock, mover);
      throw e;
    }
  }

  private static void requireAddresses(Configuration conf) {
    List<String> faults = new ArrayList<>();
    for (ConfigKey key : List.of(RpcKeys.ADDRESS, WebKeys.HTTP_ADDRESS, WebKeys.HTTPS_ADDRESS)) {
      try {
        InetSocketAddress unused = HostAndPort.of(key, conf);
      } catch (ConfigurationFaultsException e) {
        faults.addAll(e.faults());
      }
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException(faults);
    }
  }

  private void begin(ServiceSettings settings) throws IOException {
    try {
      startThreads();
      ServiceAddress.publish(mover.namenode().fileSystem(), settings.directory(), rpc.listening());
      LOG.info("At work with {} requests that were open", open());
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private static LeaderLock waitForLock(FileMover mover, ServiceSettings settings)
      throws IOException, InterruptedException {
    Path path = new Path(settings.directory(), "leader");
    boolean isFirst = true;
    while (true) {
      try {
        mover.namenode().fileSystem().mkdirs(settings.directory());
        return LeaderLock.take(mover.namenode().fileSystem(), path);
      } catch (LeaderLock.HeldByOtherException e) {
        if (isFirst) {
          LOG.info("Standing by: {}", e.getMessage());
          isFirst = false;
        }
        Thread.sleep(settings.standbyIntervalMs());
      }
    }
  }

  /** One round of a loop. */
  private interface Round {
    void run() throws IOException, InterruptedException;
  }

  private void startThreads() {
    loop("file-mover-follower", follower::readOnce);
    loop("file-mover-runner", runner::runNext);
  }

  private void loop(String name, Round round) {
    Thread thread = new Thread(() -> repeat(round), name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void repeat(Round round) {
    int failures = 0;
    while (!isClosed) {
      try {
        round.run();
        failures = 0;
      } catch (InterruptedException e) {
        return;
      } catch (FencedException e) {
        LOG.error("This instance ends its work", e);
        isFenced = true;
        return;
      } catch (IOException | RuntimeException e) {
        failures++;
        LOG.warn("Trying again after failure {} in a row", failures, e);
        if (!rest(AFTER_FAILURE.afterFailuresMs(failures))) {
          return;
        }
      }
    }
  }

  private static boolean rest(long ms) {
    try {
      Thread.sleep(ms);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  RequestQueue queue() {
    return queue;
  }

  /** The state of the service now. */
  public ServiceReport report() {
    int waiting = queued();
    return new ServiceReport(
        mover.namenode().fileSystem().getUri().toString(),
        startedMs,
        open(),
        waiting,
        Math.min(waiting, queue.delayed()),
        book.runningCount(),
        book.oldestAgeMs(),
        transactionsBehind(),
        totals.filesByOutcome(),
        totals.blocksByReason(),
        totals.replicasMoved(),
        totals.bytesMoved(),
        totals.bytesPerSecond(),
        mover.limits(),
        book.running(MAX_REPORTED),
        totals.lastFailures());
  }

  /** Where the page is. */
  public InetSocketAddress webAddress() {
    return web.address();
  }

  /** Whether another instance has taken over, so that this one has to be closed. */
  public boolean isFenced() {
    return isFenced;
  }

  /** How many requests wait. */
  public int queued() {
    return Math.max(0, open() - book.runningCount());
  }

  /** How many requests are not done: those that wait, run, or are to be looked at again. */
  public int open() {
    return journal.state().openCount();
  }

  /** How many transactions the event stream is behind, as it knows; -1 if it does not. */
  public long transactionsBehind() {
    return follower.transactionsBehind();
  }

  @Override
  public void close() throws IOException {
    metrics.close();
    web.close();
    rpc.close();
    isClosed = true;
    threads.forEach(Thread::interrupt);
    runner.close();
    try (mover;
        lock) {
      journal.close();
    }
  }
}
