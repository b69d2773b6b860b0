package org.tieredhdfs.tiering.cli;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.hdfs.image.NameNodes;
import org.tieredhdfs.tiering.image.NamespaceImage;
import org.tieredhdfs.tiering.rule.Expression;
import org.tieredhdfs.tiering.rule.FileFacts;
import org.tieredhdfs.tiering.rule.PolicyNames;

/**
 * {@code filemover select}: prints the paths of the files that an expression means, from an image
 * of the namespace. Changes nothing. Used by one thread, but for {@link #cancel}.
 */
public final class SelectCommand {
  private final Configuration conf;
  private final PrintStream out;
  private final PrintStream err;
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
    SelectionOutput output = new SelectionOutput(options, out, err);
    File given = options.image();
    if (given != null) {
      PolicyNames policies = PolicyNames.of(conf);
      Expression expression =
          Expression.parse(
              options.expression(), new FileFacts(now(), this::hasReadTimes, policies));
      read(expression, given, policies, output);
      output.end(given.getName(), -1);
      return;
    }
    FileSystem fileSystem = FileSystem.get(conf);
    if (!(fileSystem instanceof DistributedFileSystem hdfs)) {
      throw new IOException(fileSystem.getUri() + " is not HDFS");
    }
    NameNodes nameNodes = new NameNodes(hdfs);
    PolicyNames policies = PolicyNames.of(hdfs);
    // what is wrong with it is told before an image of gigabytes comes
    Expression expression =
        Expression.parse(
            options.expression(), new FileFacts(now(), () -> hasReadTimes(nameNodes), policies));
    Path images = Files.createTempDirectory(options.workFolder(), "filemover-select");
    folder = images;
    try {
      requireNotCancelled();
      File newest = nameNodes.newestImage(images);
      long last = read(expression, newest, policies, output);
      long now = hdfs.getClient().getNamenode().getCurrentEditLogTxid();
      output.end(newest.getName(), last < 0 ? -1 : Math.max(0, now - last));
    } finally {
      FileUtils.deleteQuietly(images.toFile());
    }
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

  private static long now() {
    return System.currentTimeMillis();
  }

  private boolean hasReadTimes(NameNodes nameNodes) {
    String key = DFSConfigKeys.DFS_NAMENODE_ACCESSTIME_PRECISION_KEY;
    try {
      Configuration theirs = new Configuration(false);
      theirs.set(key, nameNodes.setting(key));
      return theirs.getLong(key, DFSConfigKeys.DFS_NAMENODE_ACCESSTIME_PRECISION_DEFAULT) > 0;
    } catch (IOException | NumberFormatException e) {
      err.println(
          "filemover: the NameNode does not tell its "
              + key
              + ", so this machine's configuration counts: "
              + e.getMessage());
      return hasReadTimes();
    }
  }

  private boolean hasReadTimes() {
    return conf.getLong(
            DFSConfigKeys.DFS_NAMENODE_ACCESSTIME_PRECISION_KEY,
            DFSConfigKeys.DFS_NAMENODE_ACCESSTIME_PRECISION_DEFAULT)
        > 0;
  }

  /** Gives the last transaction of the image. */
  private long read(Expression expression, File file, PolicyNames policies, SelectionOutput output)
      throws IOException {
    ImageProgress progress = new ImageProgress(err);
    NamespaceImage image =
        new NamespaceImage(
            conf,
            file,
            thousandths -> {
              requireNotCancelled();
              progress.done(thousandths);
            });
    image.forEachFile(
        one -> {
          output.count();
          if (expression.fits(one)) {
            requireNotCancelled();
            output.add(one, policies.name(one.policy()));
          }
        });
    return image.lastTransaction();
  }
}
