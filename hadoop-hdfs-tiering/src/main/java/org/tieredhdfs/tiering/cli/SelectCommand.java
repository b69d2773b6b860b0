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
import org.tieredhdfs.tiering.rule.Expression;
import org.tieredhdfs.tiering.rule.FileFacts;
import org.tieredhdfs.tiering.rule.PolicyNames;
import org.tieredhdfs.tiering.rule.Provenance;
import org.tieredhdfs.tiering.rule.ReadTimes;
import org.tieredhdfs.tiering.rule.TieringRule;
import org.tieredhdfs.tiering.rule.TieringRules;
import org.tieredhdfs.tiering.rule.TypeFill;

/**
 * {@code filemover select}: prints the paths of the files that an expression or a tiering rule
 * means, from an image of the namespace. Changes nothing. Used by one thread, but for {@link
 * #cancel}.
 */
public final class SelectCommand {
  private final Configuration conf;
  private final PrintStream out;
  private final PrintStream err;
  private @Nullable DistributedFileSystem cluster;
  private Provenance provenance = Provenance.NONE;
  private Map<StorageType, TypeFill> fills = Map.of();
  private @Nullable TieringRules rules;
  private volatile boolean isCancelled;
  private volatile @Nullable Path folder;

  public SelectCommand(Configuration conf, PrintStream out, PrintStream err) {
    this.conf = conf;
    this.out = out;
    this.err = err;
  }

  /**
   * Runs it.
   *
   * @param words the options and the expression
   * @throws ConfigurationFaultsException if the command line is wrong
   * @throws IOException if an image cannot be had or read, or paths could not be printed
   */
  public void run(List<String> words) throws IOException {
    SelectOptions options = SelectOptions.of(words);
    File given = options.image();
    if (given != null) {
      Selection selection =
          selection(
              options, new FileFacts(now(), () -> ReadTimes.areKept(conf), PolicyNames.of(conf)));
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
        selection(options, new FileFacts(now(), hasReadTimes, PolicyNames.of(hdfs)));
    Path images = Files.createTempDirectory(options.workFolder(), "filemover-select");
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

  private static long now() {
    return System.currentTimeMillis();
  }

  private Selection selection(SelectOptions options, FileFacts facts) {
    PolicyNames policies = facts.policies();
    if (!options.expression().isEmpty()) {
      Expression expression = Expression.parse(options.expression(), facts);
      return new SelectionOutput(options, expression::fits, policies, out, err);
    }
    TieringRules all = TieringRules.of(conf, facts);
    rules = all;
    String name = options.rule();
    if (name == null) {
      return new RulesOutput(all, policies, () -> provenance, options.isJson(), out);
    }
    TieringRule wanted = all.named(name);
    return new SelectionOutput(
        options,
        file -> {
          TieringRule first = all.first(file);
          return first != null
              && first.apply(file, provenance) == TieringRule.Effect.CHANGE
              && first.equals(wanted);
        },
        policies,
        out,
        err);
  }

  /** Ends it soon, from another thread; what was downloaded is deleted. */
  public void cancel() {
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
