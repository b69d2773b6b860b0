package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.conf.RpcKeys;
import org.tieredhdfs.mover.conf.WebKeys;
import org.tieredhdfs.mover.rpc.HostAndPort;
import org.tieredhdfs.mover.rpc.RpcFront;
import org.tieredhdfs.mover.rpc.ServiceAddress;
import org.tieredhdfs.mover.rpc.ServiceErrors;
import org.tieredhdfs.mover.rpc.WireLimits;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.service.FairQueue.Lane;
import org.tieredhdfs.mover.service.journal.Journal;
import org.tieredhdfs.mover.service.journal.LeaderLock;
import org.tieredhdfs.mover.service.request.ServiceSettings;
import org.tieredhdfs.mover.status.ServiceReport;
import org.tieredhdfs.mover.status.Surroundings;
import org.tieredhdfs.mover.transfer.Backoff;
import org.tieredhdfs.mover.web.WebFront;

/**
 * The active service: the instance that holds the lock follows events and moves files.
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
  private static final long LOOK_AT_CLUSTER_MS = 30_000;

  private final FileMover mover;
  private final LeaderLock lock;
  private final Journal journal;
  private final OpenRequests requests;
  private final RequestBook book;
  private final EventFollower follower;
  private final RequestRunner runner;
  private final RpcFront rpc;
  private final WebFront web;
  private final ServiceMetrics metrics;
  private final MediaMetrics media;
  private final String host = NetUtils.getLocalHostname();
  private final CurrentRules rules;
  private final long startedMs = System.currentTimeMillis();
  private final ServiceTotals totals = new ServiceTotals();
  private final ServiceLoops loops = new ServiceLoops(AFTER_FAILURE);

  private MoverService(
      Configuration conf,
      FileMover mover,
      CurrentRules rules,
      LeaderLock lock,
      ServiceSettings settings)
      throws IOException, InterruptedException {
    this.mover = mover;
    this.lock = lock;
    this.rules = rules;
    DistributedFileSystem fileSystem = mover.namenode().fileSystem();
    Path folder = new Path(settings.directory(), "journal");
    journal = new Journal(fileSystem, folder, settings.finished());
    try {
      LimitsProto limits = journal.state().limits();
      if (limits != null) {
        mover.setLimits(WireLimits.changed(mover.limits(), limits));
      }
      requests = new OpenRequests(journal, settings);
      book = new RequestBook(journal, requests);
      follower = new EventFollower(mover.namenode(), settings, requests, rules);
      if (journal.wasDamaged()) {
        requests.accept(follower.recheck(), requests.lastTransaction());
        journal.madeUp();
      }
      runner = new RequestRunner(mover, requests, book, journal, rules, totals, settings);
      rpc =
          new RpcFront(
              conf,
              fileSystem.getUri(),
              new ServiceRequestHandler(mover, journal, requests, book, rules));
    } catch (IOException | RuntimeException e) {
      IOUtils.cleanupWithLogger(LOG, journal);
      throw e;
    }
    try {
      web = new WebFront(conf, this::report);
    } catch (IOException | RuntimeException e) {
      rpc.close();
      runner.close();
      IOUtils.cleanupWithLogger(LOG, journal);
      throw e;
    }
    metrics = ServiceMetrics.register(this::report);
    media = MediaMetrics.register(() -> mover.cluster().known().media());
  }

  /**
   * Waits until this instance may become active, then runs until it is closed. Transient failures
   * are retried.
   *
   * @param fileSystem {@code hdfs://nameservice}
   * @throws IOException if it cannot work here at all, such as for lack of permission
   */
  public static MoverService start(Configuration conf, URI fileSystem)
      throws IOException, InterruptedException {
    try (StandbyFront front = new StandbyFront(conf)) {
      return start(conf, fileSystem, front);
    }
  }

  /** Whether an error may end without a change here: safe mode, another instance, lack of space. */
  private static boolean mayPass(IOException e) {
    IOException cause = e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
    return !(cause instanceof AccessControlException
        || cause instanceof UnsupportedFileSystemException
        || cause instanceof BindException);
  }

  private static MoverService start(Configuration conf, URI fileSystem, StandbyFront front)
      throws IOException, InterruptedException {
    ServiceSettings settings = ServiceSettings.of(conf);
    requireAddresses(conf);
    int failures = 0;
    while (true) {
      try {
        return startNow(conf, fileSystem, settings, front);
      } catch (IOException e) {
        if (!mayPass(e)) {
          throw e;
        }
        failures++;
        front.open();
        LOG.warn("Standby after {} failures in a row: {}", failures, ServiceErrors.sentence(e));
        Thread.sleep(
            Math.max(settings.standbyIntervalMs(), AFTER_FAILURE.afterFailuresMs(failures)));
      }
    }
  }

  private static MoverService startNow(
      Configuration conf, URI fileSystem, ServiceSettings settings, StandbyFront front)
      throws IOException, InterruptedException {
    FileMover mover = new FileMover(conf, fileSystem);
    LeaderLock lock = null;
    try {
      CurrentRules rules = new CurrentRules(conf, mover);
      lock = waitForLock(mover, settings, front);
      front.close();
      MoverService service = new MoverService(conf, mover, rules, lock, settings);
      service.begin(settings);
      return service;
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
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
      LOG.info("Active, with {} open requests", open());
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private static LeaderLock waitForLock(
      FileMover mover, ServiceSettings settings, StandbyFront front)
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
          front.open();
          isFirst = false;
        }
        Thread.sleep(settings.standbyIntervalMs());
      }
    }
  }

  private void startThreads() {
    loops.start("file-mover-follower", follower::readOnce);
    loops.start("file-mover-files", () -> runner.runNext(Lane.FILES));
    loops.start("file-mover-walks", () -> runner.runNext(Lane.WALKS));
    loops.start("file-mover-cluster", this::lookAtCluster);
  }

  /** Refreshes the view of the cluster while nothing is moved. */
  private void lookAtCluster() throws InterruptedException {
    var unused = mover.cluster().current();
    Thread.sleep(LOOK_AT_CLUSTER_MS);
  }

  OpenRequests requests() {
    return requests;
  }

  /** The state of the service now. */
  public ServiceReport report() {
    int waiting = queued();
    return new ServiceReport(
        mover.namenode().fileSystem().getUri().toString(),
        startedMs,
        open(),
        waiting,
        Math.min(waiting, requests.delayed()),
        book.runningCount(),
        requests.oldestAgeMs(),
        transactionsBehind(),
        totals.filesByOutcome(),
        totals.blocksByReason(),
        journal.state().givenUpCount(),
        totals.replicasMoved(),
        totals.bytesMoved(),
        totals.bytesPerSecond(),
        mover.limits(),
        book.running(MAX_REPORTED),
        book.ended(MAX_REPORTED),
        totals.lastFailures(),
        new Surroundings(host, rules.get().describe(), mover.cluster().known().media()));
  }

  /** The URL of the page. */
  public String webUrl() {
    return web.url();
  }

  /**
   * Why this instance must be closed: another one has taken over, or the process has a fault; null
   * if it works.
   */
  public @Nullable Throwable failure() {
    return loops.failure();
  }

  /** Asks the NameNode whether this is the active instance. */
  public void requireActive() throws IOException {
    lock.requireHeld();
  }

  /** The number of waiting requests. */
  public int queued() {
    return Math.max(0, open() - book.runningCount());
  }

  /** The number of open requests: waiting, running, or to be rechecked. */
  public int open() {
    return journal.state().openCount();
  }

  /** The lag of the event stream in transactions; -1 if unknown. */
  public long transactionsBehind() {
    return follower.transactionsBehind();
  }

  @Override
  public void close() throws IOException {
    metrics.close();
    media.close();
    web.close();
    rpc.close();
    loops.close();
    runner.close();
    try (mover;
        lock) {
      journal.close();
    }
  }
}
