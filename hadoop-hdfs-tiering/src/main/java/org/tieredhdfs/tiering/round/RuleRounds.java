package org.tieredhdfs.tiering.round;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.util.Daemon;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.image.NameNodes;
import org.tieredhdfs.tiering.heat.BlockReads;
import org.tieredhdfs.tiering.heat.ReadCollector;
import org.tieredhdfs.tiering.image.NamespaceImage;
import org.tieredhdfs.tiering.rule.FileFacts;
import org.tieredhdfs.tiering.rule.PolicyNames;
import org.tieredhdfs.tiering.rule.Provenance;
import org.tieredhdfs.tiering.rule.ReadTimes;
import org.tieredhdfs.tiering.rule.RoundLimits;
import org.tieredhdfs.tiering.rule.TieringKeys;
import org.tieredhdfs.tiering.rule.TieringRules;
import org.tieredhdfs.tiering.rule.TypeFill;

/**
 * Applies the tiering rules from time to time, in a thread of its own, while this process is the
 * one to do so.
 *
 * <p>The configuration is read again for each round. A round that fails, for a wrong rule or for
 * want of an image, is logged, and the next one comes after the interval.
 */
public final class RuleRounds implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(RuleRounds.class);
  private static final long END_LIMIT_MS = 10_000;
  private static final int IMAGE_BYTES_FOR_A_HEAP_BYTE = 8;

  private final Configuration conf;
  private final URI uri;
  private final Leadership leadership;
  private final KeptImage image;
  private final FillMemory memory = new FillMemory();
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread = new Daemon(this::run);

  /** Used by the thread alone. */
  private long waitMs = TimeUnit.HOURS.toMillis(1);

  /** Used by the thread alone. */
  private @Nullable ReadCollector collector;

  /**
   * @param temporary where a folder for each round is made
   */
  RuleRounds(Configuration conf, URI uri, Leadership leadership, Path temporary) {
    this.conf = conf;
    this.uri = uri;
    this.leadership = leadership;
    this.image = new KeptImage(temporary, uri.getAuthority());
  }

  /**
   * Begins with the first round.
   *
   * @param uri of the cluster, {@code hdfs://nameservice}
   */
  public static RuleRounds start(Configuration conf, URI uri, Leadership leadership) {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    RuleRounds rounds = new RuleRounds(new Configuration(conf), uri, leadership, temporary);
    rounds.start();
    return rounds;
  }

  void start() {
    thread.setName("tiering-rules");
    thread.start();
  }

  /** What rules have given in a cluster, for an image up to a transaction. */
  public static Provenance given(Configuration conf, DistributedFileSystem fs, long transaction)
      throws IOException {
    return GivenPolicies.soFar(fs, directory(conf), transaction);
  }

  private static org.apache.hadoop.fs.Path directory(Configuration conf) {
    return new org.apache.hadoop.fs.Path(TieringKeys.DIRECTORY.getText(conf));
  }

  private void run() {
    try {
      do {
        try {
          conf.reloadConfiguration();
          waitMs = waitMs();
          round();
        } catch (IOException | RuntimeException | Error e) {
          if (end.getCount() > 0) {
            LOG.warn("The tiering rules could not be applied; the next round is later", e);
          }
        }
      } while (!end.await(waitMs, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      image.close();
    }
  }

  private long waitMs() {
    long intervalMs = TieringKeys.INTERVAL.getDurationMs(conf);
    return TieringKeys.haveFill(conf)
        ? Math.min(intervalMs, TieringKeys.FILLS_INTERVAL.getDurationMs(conf))
        : intervalMs;
  }

  /** Applies the rules once; those that fill a storage type alone while the image is new. */
  void round() throws IOException {
    if (TieringKeys.RULES.getList(conf).isEmpty()) {
      image.close();
      return;
    }
    TieringKeys.requireValid(conf);
    RoundLimits limits = RoundLimits.of(conf);
    Duration closed = limits.untilOpen();
    if (!closed.isZero()) {
      waitMs = Math.min(waitMs, closed.toMillis() + 1);
      return;
    }
    try (FileSystem opened = FileSystem.newInstance(uri, conf)) {
      if (!(opened instanceof DistributedFileSystem fs)) {
        throw new IOException(uri + " is not HDFS");
      }
      round(fs, limits);
    }
  }

  private void round(DistributedFileSystem fs, RoundLimits limits) throws IOException {
    NameNodes nameNodes = new NameNodes(fs);
    PolicyNames policies = PolicyNames.of(fs);
    boolean hasReadTimes = ReadTimes.areKept(nameNodes, conf, LOG::warn);
    TieringRules rules =
        TieringRules.of(
            conf, new FileFacts(System.currentTimeMillis(), () -> hasReadTimes, policies));
    org.apache.hadoop.fs.Path entries = directory(conf);
    leadership.require();
    GivenPolicies.settleAll(fs, entries);
    boolean isFresh = fetched(nameNodes);
    try {
      File file = Objects.requireNonNull(image.file());
      requireHeap(file.length() / IMAGE_BYTES_FOR_A_HEAP_BYTE);
      NamespaceImage read = new NamespaceImage(conf, file, done -> requireNotEnded());
      Map<StorageType, TypeFill> fills = TypeFill.of(fs.getClient());
      if (isFresh) {
        try (GivenPolicies given = new GivenPolicies(fs, entries, read.lastTransaction())) {
          given.requireFewRounds();
          rules.choose(read, fills, given);
          new RuleRound(fs, rules, policies, given, limits, leadership).run(read, image.folder());
          given.end();
        }
      }
      if (rules.haveFill()) {
        fill(fs, rules, policies, limits, read, fills);
      }
    } finally {
      if (!rules.haveFill()) {
        image.close();
      }
    }
  }

  /** Fetches an image if it is time; false if the one of before is to do. */
  private boolean fetched(NameNodes nameNodes) throws IOException {
    if (image.file() != null && image.ageMs() < TieringKeys.INTERVAL.getDurationMs(conf)) {
      return false;
    }
    try {
      image.fetch(nameNodes::newestImage);
      return true;
    } catch (IOException e) {
      if (image.file() == null) {
        throw e;
      }
      LOG.warn(
          "No newer image can be had; rules that fill a storage type go by one that was fetched {}"
              + " minutes ago, the others rest",
          TimeUnit.MILLISECONDS.toMinutes(image.ageMs()),
          e);
      return false;
    }
  }

  private void fill(
      DistributedFileSystem fs,
      TieringRules rules,
      PolicyNames policies,
      RoundLimits limits,
      NamespaceImage read,
      Map<StorageType, TypeFill> fills)
      throws IOException {
    long stayMs = TieringKeys.STAY.getDurationMs(conf);
    if (collector == null) {
      collector = new ReadCollector(conf, new NameNodes(fs).blockPool());
    }
    BlockReads reads =
        collector.collect(List.of(fs.getDataNodeStats(DatanodeReportType.LIVE)), stayMs);
    leadership.require();
    try (GivenPolicies given = new GivenPolicies(fs, directory(conf), read.lastTransaction())) {
      given.requireFewRounds();
      new FillRound(fs, rules, policies, given, limits, leadership, memory, reads, stayMs)
          .run(read, fills);
      given.end();
    }
  }

  private static void requireHeap(long bytes) throws IOException {
    Runtime runtime = Runtime.getRuntime();
    long free = runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
    if (bytes > free) {
      throw new IOException(
          "the image takes about "
              + (bytes >> 20)
              + " MB of heap, of which "
              + (free >> 20)
              + " MB are free: a larger -Xmx is needed");
    }
  }

  private void requireNotEnded() throws InterruptedIOException {
    if (end.getCount() == 0) {
      throw new InterruptedIOException("the service ends");
    }
  }

  /** Ends it soon; what a round has not done is left to the next. */
  @Override
  public void close() {
    end.countDown();
    thread.interrupt();
    try {
      thread.join(END_LIMIT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!thread.isAlive()) {
      image.close();
    }
  }
}
