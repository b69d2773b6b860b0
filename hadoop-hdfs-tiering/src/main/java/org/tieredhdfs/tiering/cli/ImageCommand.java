package org.tieredhdfs.tiering.cli;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.hdfs.image.NameNodes;
import org.tieredhdfs.tiering.image.NamespaceImage;
import org.tieredhdfs.tiering.round.RuleRounds;
import org.tieredhdfs.tiering.rule.FileFacts;
import org.tieredhdfs.tiering.rule.PolicyNames;
import org.tieredhdfs.tiering.rule.Provenance;
import org.tieredhdfs.tiering.rule.ReadTimes;
import org.tieredhdfs.tiering.rule.TieringRules;
import org.tieredhdfs.tiering.rule.TypeFill;

/**
 * A command that looks at all files of an image of the namespace: of one that is given, or of the
 * newest that a NameNode gives. Changes nothing. Used by one thread, but for {@link #cancel}.
 */
public abstract class ImageCommand {
  final Configuration conf;
  final PrintStream out;
  final PrintStream err;
  private @Nullable DistributedFileSystem cluster;
  private @Nullable TieringRules rules;

  /** What rules have given, as far as it is known; only while files are seen. */
  Provenance provenance = Provenance.NONE;

  private volatile boolean isCancelled;
  private volatile @Nullable Path folder;

  ImageCommand(Configuration conf, PrintStream out, PrintStream err) {
    this.conf = conf;
    this.out = out;
    this.err = err;
  }

  /** The one that the words of a command line call; null if they call another command. */
  public static @Nullable ImageCommand of(
      List<String> words, Configuration conf, PrintStream out, PrintStream err) {
    return switch (words.get(0)) {
      case "select" -> new SelectCommand(conf, out, err);
      case "report" ->
          words.contains("--" + HeatCommand.OPTION) ? new HeatCommand(conf, out, err) : null;
      default -> null;
    };
  }

  /**
   * Runs it.
   *
   * @param words what follows the name of the command
   * @throws ConfigurationFaultsException if the command line is wrong
   * @throws IOException if an image cannot be had or read, or not all could be printed
   */
  public abstract void run(List<String> words) throws IOException;

  /** Makes what sees the files, and refuses what is wrong before the image comes. */
  @FunctionalInterface
  interface Preparation {
    /** The cluster is null if the image was given, and nothing else is known. */
    Selection prepare(FileFacts facts, @Nullable DistributedFileSystem cluster) throws IOException;
  }

  final void look(ImageOptions options, Preparation preparation) throws IOException {
    long nowMs = System.currentTimeMillis();
    File given = options.image();
    if (given != null) {
      Selection selection =
          preparation.prepare(
              new FileFacts(nowMs, () -> ReadTimes.areKept(conf), PolicyNames.of(conf)), null);
      if (rules != null && rules.haveRelief()) {
        err.println(
            "filemover: how full storage types are is not known here, so rules that relieve one"
                + " change nothing");
      }
      long unused = read(given, selection);
      selection.end(given.getName(), -1);
      return;
    }
    FileSystem fileSystem = FileSystem.get(conf);
    if (!(fileSystem instanceof DistributedFileSystem hdfs)) {
      throw new IOException(fileSystem.getUri() + " is not HDFS");
    }
    NameNodes nameNodes = new NameNodes(hdfs);
    // what is wrong with it is told before an image of gigabytes comes
    BooleanSupplier hasReadTimes =
        once(() -> ReadTimes.areKept(nameNodes, conf, told -> err.println("filemover: " + told)));
    cluster = hdfs;
    Selection selection =
        preparation.prepare(new FileFacts(nowMs, hasReadTimes, PolicyNames.of(hdfs)), hdfs);
    Path images = Files.createTempDirectory(options.workFolder(), "filemover-image");
    folder = images;
    try {
      requireNotCancelled();
      File newest = nameNodes.newestImage(images);
      long last = read(newest, selection);
      long now = hdfs.getClient().getNamenode().getCurrentEditLogTxid();
      selection.end(newest.getName(), last < 0 ? -1 : Math.max(0, now - last));
    } finally {
      FileUtils.deleteQuietly(images.toFile());
    }
  }

  private static BooleanSupplier once(BooleanSupplier question) {
    Map<String, Boolean> answer = new HashMap<>();
    return () -> answer.computeIfAbsent("", any -> question.getAsBoolean());
  }

  /** Reads the rules; those that relieve a storage type choose before files are seen. */
  final TieringRules rules(FileFacts facts) {
    TieringRules all = TieringRules.of(conf, facts);
    rules = all;
    return all;
  }

  /** Ends it soon, from another thread; what was downloaded is deleted. */
  public final void cancel() {
    isCancelled = true;
    Path images = folder;
    if (images != null) {
      FileUtils.deleteQuietly(images.toFile());
    }
  }

  private void requireNotCancelled() throws InterruptedIOException {
    if (isCancelled) {
      throw new InterruptedIOException("interrupted");
    }
  }

  /** Gives the last transaction of the image. */
  private long read(File file, Selection selection) throws IOException {
    ImageProgress progress = new ImageProgress(err);
    NamespaceImage image =
        new NamespaceImage(
            conf,
            file,
            thousandths -> {
              requireNotCancelled();
              progress.done(thousandths);
            });
    if (rules != null) {
      Map<StorageType, TypeFill> fills = Map.of();
      if (cluster != null) {
        provenance = RuleRounds.given(conf, cluster, image.lastTransaction());
        fills = TypeFill.of(cluster.getClient());
      }
      rules.choose(image, fills, provenance);
    }
    image.forEachFile(
        one -> {
          requireNotCancelled();
          selection.visit(one);
        });
    return image.lastTransaction();
  }
}
