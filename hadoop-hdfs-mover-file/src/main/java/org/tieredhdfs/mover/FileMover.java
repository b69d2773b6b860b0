package org.tieredhdfs.mover;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.api.FileListener;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.namenode.ClusterSnapshot;
import org.tieredhdfs.mover.namenode.ClusterWatch;
import org.tieredhdfs.mover.namenode.NamenodeLink;
import org.tieredhdfs.mover.namenode.PolicyTable;
import org.tieredhdfs.mover.survey.FileSurvey;
import org.tieredhdfs.mover.transfer.DatanodeCarrier;
import org.tieredhdfs.mover.transfer.LargeTransferLimits;
import org.tieredhdfs.mover.transfer.NamedThreads;
import org.tieredhdfs.mover.transfer.RemovalReports;
import org.tieredhdfs.mover.transfer.Transfer;
import org.tieredhdfs.mover.transfer.TransferLimits;
import org.tieredhdfs.mover.transfer.TransferQueue;
import org.tieredhdfs.mover.work.FileGate;
import org.tieredhdfs.mover.work.FilePool;
import org.tieredhdfs.mover.work.MoveJob;
import org.tieredhdfs.mover.work.MovedBlocks;
import org.tieredhdfs.mover.work.MoverCore;
import org.tieredhdfs.mover.work.RequestRef;
import org.tieredhdfs.mover.work.SpaceLedger;
import org.tieredhdfs.mover.work.Surveyor;
import org.tieredhdfs.mover.work.WorkSettings;

/**
 * The mover as a library: moves the blocks of files to the storage types of the files' policies.
 *
 * <pre>{@code
 * request -> walk -> files in flight -> plan per block -> queue with budgets -> DataNodes
 *                        ^                                                        |
 *                        +---------- the NameNode's word on where replicas are <---+
 * }</pre>
 *
 * <p>It looks at the files it is given and at nothing else, follows them by inode id, and believes
 * the NameNode only. The user of the process has to be a superuser of HDFS. Several movers may run
 * at the same time, and beside stock tools. Thread-safe.
 */
public final class FileMover implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(FileMover.class);
  private static final int MAX_REQUESTS = 64;

  private final NamenodeLink namenode;
  private final ClusterWatch cluster;
  private final PolicyTable policies;
  private final TransferQueue queue;
  private final MoverCore core;
  private final FilePool files;
  private final Semaphore requests = new Semaphore(MAX_REQUESTS);
  private final NamedThreads walkers = new NamedThreads("file-mover-walk-");
  private final AtomicLong lastId = new AtomicLong();

  /**
   * Connects to a NameNode.
   *
   * @param fileSystem its URI: {@code hdfs://nameservice}
   */
  public FileMover(Configuration conf, URI fileSystem) throws IOException {
    namenode = new NamenodeLink(conf, fileSystem);
    try {
      cluster = new ClusterWatch(conf, namenode);
      policies = new PolicyTable(namenode.fileSystem(), System::nanoTime);
    } catch (IOException | RuntimeException e) {
      namenode.close();
      throw e;
    }
    WorkSettings settings = WorkSettings.of(conf);
    queue =
        new TransferQueue(
            new DatanodeCarrier(conf, namenode.keys(), namenode.fallbackToSimpleAuth()),
            this::targetVolumes,
            TransferLimits.of(conf),
            LargeTransferLimits.of(conf),
            settings.backoff());
    core =
        new MoverCore(
            namenode,
            cluster,
            policies,
            queue,
            new SpaceLedger(),
            new MovedBlocks(),
            new RemovalReports(conf),
            settings);
    files =
        new FilePool(core, MoverKeys.FILES_IN_FLIGHT.getInt(conf), MoverKeys.WORKERS.getInt(conf));
  }

  private int targetVolumes(Transfer transfer) {
    ClusterSnapshot known = cluster.known();
    return known.volumes(transfer.target().getDatanodeUuid(), transfer.type()).count();
  }

  /**
   * Starts a request.
   *
   * @param listener gets the outcome of each file
   * @throws IllegalStateException if {@value #MAX_REQUESTS} requests are being worked on already
   */
  public MoveHandle submit(MoveRequest request, FileListener listener) {
    if (!requests.tryAcquire()) {
      throw new IllegalStateException(
          MAX_REQUESTS + " requests are already running; wait for one to end");
    }
    RequestRef ref = new RequestRef(lastId.incrementAndGet(), "");
    MoveJob job =
        new MoveJob(ref, namenode, core.settings(), FileGate.OPEN, listener, this::cancelled);
    startWalk(job, () -> job.walk(request, files::take));
    return job;
  }

  /**
   * Starts a file or directory as soon as fewer than {@value #MAX_REQUESTS} are being walked.
   *
   * @param gate decides of each file whether it is to be moved
   */
  public MoveHandle submitWalk(
      RequestRef request, FileRef start, boolean isRecursive, FileGate gate, FileListener listener)
      throws InterruptedException {
    requests.acquire();
    MoveJob job = new MoveJob(request, namenode, core.settings(), gate, listener, this::cancelled);
    startWalk(job, () -> job.walk(start, isRecursive, files::take));
    return job;
  }

  /**
   * Starts one file, regardless of the number of walks.
   *
   * @param threads where the gate is asked, and room for the file waited for
   */
  public MoveHandle submitFile(
      RequestRef request, FileRef file, FileGate gate, FileListener listener, Executor threads) {
    MoveJob job = new MoveJob(request, namenode, core.settings(), gate, listener, this::cancelled);
    threads.execute(() -> run(job, () -> job.pass(file, files::takeSingle)));
    return job;
  }

  public MoveHandle submit(MoveRequest request) {
    return submit(request, result -> {});
  }

  /**
   * Plans the moves of all files of a request, without moving anything.
   *
   * @param policy the policy to plan for, as if it were set on each path of the request; null for
   *     the policies that the files have
   * @return what went wrong with the request itself, such as a path that is not there
   */
  public List<String> survey(
      MoveRequest request, @Nullable BlockStoragePolicy policy, Consumer<FileSurvey> listener)
      throws InterruptedException, IOException {
    MoveJob walk =
        new MoveJob(
            new RequestRef(0, ""),
            namenode,
            core.settings(),
            FileGate.OPEN,
            result -> {},
            job -> {});
    List<IOException> failures = new ArrayList<>();
    Surveyor surveyor = new Surveyor(core, policy, request.paths());
    walk.walk(
        request,
        (file, listed, watcher) -> {
          try {
            FileSurvey survey = surveyor.survey(file, listed);
            if (survey != null) {
              listener.accept(survey);
            }
          } catch (IOException e) {
            failures.add(e);
            walk.cancel();
          }
          return true;
        });
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
    return walk.errors();
  }

  private void startWalk(MoveJob job, MoveJob.Search walk) {
    walkers
        .newThread(
            () -> {
              try {
                run(job, walk);
              } finally {
                requests.release();
              }
            })
        .start();
  }

  private static void run(MoveJob job, MoveJob.Search search) {
    try {
      search.run();
    } catch (InterruptedException e) {
      LOG.debug("Request {} was interrupted", job.id(), e);
    }
  }

  private void cancelled(MoveJob job) {
    queue.cancel(job);
    files.wakeUp(job);
  }

  /** The current budgets. */
  public TransferLimits limits() {
    return queue.limits();
  }

  /** Changes the budgets, effective from the next transfer. */
  public void setLimits(TransferLimits limits) {
    queue.setLimits(limits);
  }

  public NamenodeLink namenode() {
    return namenode;
  }

  public ClusterWatch cluster() {
    return cluster;
  }

  public PolicyTable policies() {
    return policies;
  }

  /** Starts no more transfers and closes the connections; open requests never end. */
  @Override
  public void close() throws IOException {
    queue.close();
    files.close();
    core.removals().close();
    namenode.close();
  }
}
