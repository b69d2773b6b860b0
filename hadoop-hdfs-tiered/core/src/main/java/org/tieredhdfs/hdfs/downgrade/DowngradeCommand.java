package org.tieredhdfs.hdfs.downgrade;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.util.Tool;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.command.CommandExit;
import org.tieredhdfs.hdfs.image.NameNodes;

/**
 * The command {@code downgrade-check}: checks whether stock Hadoop can open the namespace, lists
 * the obstacles, volumes and keys that are in the way, and clears what it can on request.
 *
 * <p>Used by one thread.
 */
public final class DowngradeCommand extends Configured implements Tool {
  private static final String HELP =
      """
      Usage: downgrade-check [Hadoop's options: -conf FILE, -D KEY=VALUE, -fs URI]
                             [--checkpoint] [--apply] [--image FILE] [--work-dir DIR] [--help]

      Checks whether stock Hadoop can take over the cluster. If not, it lists every file and
      directory with a storage policy or quota that stock Hadoop does not know, in the live tree,
      the trash and snapshots, and every volume of an unknown type. It reads the newest image of the
      NameNode (with HA, of a standby). Needs a superuser.

      It also lists the keys of Hadoop and HBase that name classes of this project, in this
      machine's configuration: with one of them a stock daemon does not start. HBase's are seen if
      its hbase-site.xml is on the class path or named by -conf.

        --checkpoint    save the namespace first, so that the image is complete. With HA the
                        standbys do it and clients do not notice; a single NameNode goes into
                        safe mode meanwhile, and writes fail
        --apply         clear those policies and quotas, print each, save the namespace as with
                        --checkpoint, and check again. Blocks stay until a mover moves them
        --image FILE    read this image instead, and no volumes or keys
        --work-dir DIR  directory for the downloaded image; default: the directory for temporary
                        files
        --help          print this help

      Snapshots cannot be changed. They are listed, and you have to delete them.

      Exit code: 0 stock Hadoop can take over; 1 invalid command line; 3 something is left to clear;
      4 the cluster cannot be reached, or the user is not a superuser.
      """;

  private final PrintStream out;
  private final PrintStream err;

  private boolean isCheckpoint;
  private boolean isApply;
  private @Nullable File image;
  private Path workFolder = Path.of(System.getProperty("java.io.tmpdir", "."));

  public DowngradeCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public int run(String[] args) {
    if (Arrays.asList(args).contains("--help")) {
      out.print(HELP);
      return CommandExit.DONE;
    }
    if (!parse(Arrays.asList(args).iterator())) {
      return CommandExit.USAGE;
    }
    try {
      FileSystem fileSystem = FileSystem.get(getConf());
      if (fileSystem instanceof DistributedFileSystem fs) {
        return check(fs);
      }
      err.println("downgrade-check: " + fileSystem.getUri() + " is not HDFS");
    } catch (RemoteException e) {
      err.println("downgrade-check: " + e.unwrapRemoteException().getMessage());
    } catch (IOException e) {
      err.println("downgrade-check: " + e.getMessage());
    }
    return CommandExit.UNREACHABLE;
  }

  private boolean parse(Iterator<String> words) {
    while (words.hasNext()) {
      String word = words.next();
      switch (word) {
        case "--checkpoint" -> isCheckpoint = true;
        case "--apply" -> isApply = true;
        case "--image", "--work-dir" -> {
          if (!words.hasNext()) {
            err.println("downgrade-check: " + word + " needs a value");
            return false;
          }
          String value = words.next();
          if (word.equals("--image")) {
            image = new File(value);
          } else {
            workFolder = Path.of(value);
          }
        }
        default -> {
          err.println(
              "downgrade-check: unknown option '"
                  + word
                  + "'; allowed: --checkpoint, --apply, --image, --work-dir, --help");
          return false;
        }
      }
    }
    if (image != null && (isApply || isCheckpoint)) {
      err.println("downgrade-check: --image cannot be combined with --apply or --checkpoint");
      return false;
    }
    return true;
  }

  private int check(DistributedFileSystem fs) throws IOException {
    Obstacles obstacles = new Obstacles(fs, workFolder);
    NameNodes nameNodes = new NameNodes(fs);
    if (isCheckpoint || isApply) {
      nameNodes.checkpoint().forEach(out::println);
    }
    File given = image;
    Obstacles.Looked looked = given == null ? obstacles.download(nameNodes) : obstacles.look(given);
    if (isApply && looked.obstacles().stream().anyMatch(Obstacle::isClearable)) {
      clear(obstacles, looked.obstacles());
      nameNodes.checkpoint().forEach(out::println);
      looked = obstacles.download(nameNodes);
    }
    looked.obstacles().forEach(obstacle -> out.println(obstacle.describe()));
    boolean isCurrent = given != null || isCurrent(fs, looked);
    List<CustomVolume> volumes = given == null ? CustomVolume.all(fs) : List.of();
    volumes.forEach(volume -> out.println(volume.describe()));
    List<NamedClass> named = given == null ? NamedClass.all(getConf()) : List.of();
    named.forEach(key -> out.println(key.describe()));
    boolean isOpenable = tellOfNamespace(looked.obstacles(), isCurrent);
    tell(volumes.size(), "volumes of custom types are in use");
    tell(named.size(), "keys of this machine's configuration name classes of this project");
    return isOpenable && volumes.isEmpty() && named.isEmpty()
        ? CommandExit.DONE
        : CommandExit.FOUND;
  }

  private void clear(Obstacles obstacles, List<Obstacle> found) throws IOException {
    for (Obstacle obstacle : found) {
      if (obstacle.isClearable()) {
        try {
          obstacles.clear(obstacle);
          out.println("cleared: " + obstacle.describe());
        } catch (RemoteException e) {
          IOException cause = e.unwrapRemoteException();
          if (HadoopIllegalArgumentException.class.getName().equals(e.getClassName())) {
            // a file whose policy is that of its creation: only a copy has another
            out.println("not cleared: " + obstacle.describe() + ": copy it, and delete it");
          } else if (!(cause instanceof FileNotFoundException)) {
            throw cause;
          }
          // else deleted since the image was written
        }
      }
    }
  }

  /**
   * Edits after the image are not checked: they may hold something that stock Hadoop does not know.
   */
  private boolean isCurrent(DistributedFileSystem fs, Obstacles.Looked looked) throws IOException {
    if (isCheckpoint || isApply) {
      return true;
    }
    long last = fs.getClient().getNamenode().getCurrentEditLogTxid();
    long since = last - looked.lastTransaction();
    // ending a segment of edits and beginning the next are transactions, too
    if (since > 2) {
      out.printf(
          "The image ends at transaction %d, the NameNode is at %d: %d transactions"
              + " were not checked, and stock Hadoop would read them; create a new image with"
              + " --checkpoint%n",
          looked.lastTransaction(), last, since);
      return false;
    }
    return true;
  }

  /** Whether stock Hadoop can open it, as far as it was looked at. */
  private boolean tellOfNamespace(List<Obstacle> left, boolean isCurrent) {
    long snapshots = left.stream().filter(obstacle -> !obstacle.isClearable()).count();
    if (!left.isEmpty()) {
      out.printf(
          "Stock Hadoop cannot open this namespace: %d policies and quotas to clear%s%n",
          left.size(), snapshots == 0 ? " (--apply does)" : ", " + snapshots + " in snapshots");
    } else if (isCurrent) {
      out.println("Stock Hadoop can open this namespace");
    }
    return left.isEmpty() && isCurrent;
  }

  private void tell(int count, String words) {
    if (count > 0) {
      out.println(count + " " + words);
    }
  }
}
