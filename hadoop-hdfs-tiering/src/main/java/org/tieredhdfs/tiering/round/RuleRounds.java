package org.tieredhdfs.tiering.round;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.Daemon;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.image.NameNodes;
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
  private final Path temporary;
  private final String prefix;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread = new Daemon(this::run);

  /** Used by the thread alone. */
  private long waitMs = TimeUnit.HOURS.toMillis(1);

  /**
   * @param temporary where a folder for each round is made
   */
  RuleRounds(Configuration conf, URI uri, Leadership leadership, Path temporary) {
    this.conf = conf;
    this.uri = uri;
    this.leadership = leadership;
    this.temporary = temporary;
    this.prefix = "tiering-rules-" + uri.getAuthority().replaceAll("[^A-Za-z0-9.-]", "_") + "-";
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
          waitMs = TieringKeys.INTERVAL.getDurationMs(conf);
          round();
        } catch (IOException | RuntimeException | Error e) {
          if (end.getCount() > 0) {
            LOG.warn("The tiering rules could not be applied; the next round is later", e);
          }
        }
      } while (!end.await(waitMs, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Applies the rules once. */
  void round() throws IOException {
    if (TieringKeys.RULES.getList(conf).isEmpty()) {
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
    GivenPolicies.settle(fs, entries);
    deleteLeft();
    // for its owner alone: an image holds all names, and keys
    Path folder = Files.createTempDirectory(temporary, prefix);
    try {
      File file = nameNodes.newestImage(Files.createDirectory(folder.resolve("image")));
      requireHeap(file.length() / IMAGE_BYTES_FOR_A_HEAP_BYTE);
      NamespaceImage image = new NamespaceImage(conf, file, done -> requireNotEnded());
      try (GivenPolicies given = new GivenPolicies(fs, entries, image.lastTransaction())) {
        rules.choose(image, TypeFill.of(fs.getClient()), given);
        new RuleRound(fs, rules, policies, given, limits, leadership).run(image, folder);
      }
      leadership.require();
      GivenPolicies.settle(fs, entries);
    } finally {
      FileUtils.deleteQuietly(folder.toFile());
    }
  }

  /** What this user's processes have left that were killed. */
  private void deleteLeft() throws IOException {
    String me = System.getProperty("user.name");
    try (DirectoryStream<Path> left = Files.newDirectoryStream(temporary, prefix + "*")) {
      for (Path folder : left) {
        if (Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS).getName().equals(me)) {
          FileUtils.deleteQuietly(folder.toFile());
        }
      }
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
  }
}
