package org.tieredhdfs.tiering.round;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.tiering.rule.Provenance;

/**
 * The policies that rules have given to files, in files of HDFS, since whoever is the active
 * instance next has to know them.
 *
 * <p>An entry is a number of eight bytes: that of the inode, and in its last four bits that of the
 * policy. It is on disk before the policy is set. The name of a file of entries tells the
 * transaction up to which their policies were set: an image that holds it shows which entries are
 * of use yet, the others are dropped. Used by one thread of one process at a time.
 */
final class GivenPolicies implements Provenance, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(GivenPolicies.class);
  private static final String OPEN = "open";
  private static final String FRESH = "fresh";
  private static final String ENDED = "until-";
  private static final int POLICY_BITS = 4;
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int LEASE_TRIES = 120;
  private static final long LEASE_WAIT_MS = 500;
  private static final FsPermission OWN = new FsPermission((short) 0700);

  private final DistributedFileSystem fs;
  private final Path directory;
  private final List<Path> settled = new ArrayList<>();

  /** Sorted: what the image shows, if it is of use yet. */
  private final long[] old;

  /** Sorted: what was given after the image. */
  private final long[] later;

  private final BitSet inUse = new BitSet();
  private long oldUntil;
  private @Nullable FSDataOutputStream open;

  /**
   * Reads what is known.
   *
   * @param transaction the last one of the image that will be looked at
   */
  GivenPolicies(DistributedFileSystem fs, Path directory, long transaction) throws IOException {
    this.fs = fs;
    this.directory = fs.makeQualified(directory);
    List<FileStatus> oldFiles = new ArrayList<>();
    List<FileStatus> laterFiles = new ArrayList<>();
    if (fs.exists(directory)) {
      for (FileStatus file : fs.listStatus(directory)) {
        String name = file.getPath().getName();
        if (name.startsWith(ENDED)) {
          long until = Long.parseLong(name.substring(ENDED.length()));
          (until <= transaction ? oldFiles : laterFiles).add(file);
          oldUntil = until <= transaction ? Math.max(oldUntil, until) : oldUntil;
        } else if (name.equals(OPEN)) {
          laterFiles.add(file);
        }
      }
    }
    oldFiles.forEach(file -> settled.add(file.getPath()));
    old = read(oldFiles);
    later = read(laterFiles);
  }

  /** Up to the end, of which the NameNode need not know while another process writes. */
  private long[] read(List<FileStatus> files) throws IOException {
    long[] all = new long[1024];
    int length = 0;
    for (FileStatus file : files) {
      try (FSDataInputStream in = fs.open(file.getPath(), BUFFER_BYTES)) {
        while (true) {
          long one = in.readLong();
          if (length == all.length) {
            all = Arrays.copyOf(all, length * 2);
          }
          all[length++] = one;
        }
      } catch (EOFException e) {
        LOG.debug("{} is read", file.getPath(), e);
      }
    }
    long[] read = Arrays.copyOf(all, length);
    Arrays.sort(read);
    return read;
  }

  private static long entry(long inode, byte policy) {
    return inode << POLICY_BITS | policy;
  }

  @Override
  public boolean isByRule(long inode, byte policy) {
    int at = Arrays.binarySearch(old, entry(inode, policy));
    if (at >= 0) {
      inUse.set(at);
      return true;
    }
    return wasGivenSince(inode, policy);
  }

  /** Whether a rule gave a file a policy after the image. */
  boolean wasGivenSince(long inode, byte policy) {
    return Arrays.binarySearch(later, entry(inode, policy)) >= 0;
  }

  /** Drops the entries that the image, all of whose files were asked for, has shown to be void. */
  void dropVoid() throws IOException {
    if (settled.isEmpty() || (settled.size() == 1 && inUse.cardinality() == old.length)) {
      return;
    }
    Path fresh = new Path(directory, FRESH);
    try (FSDataOutputStream out = create(fresh)) {
      for (int at = inUse.nextSetBit(0); at >= 0; at = inUse.nextSetBit(at + 1)) {
        out.writeLong(old[at]);
      }
      out.hsync();
    }
    Path place = new Path(directory, ENDED + oldUntil);
    fs.rename(fresh, place, Rename.OVERWRITE);
    for (Path file : settled) {
      if (!file.equals(place)) {
        boolean unused = fs.delete(file, false);
      }
    }
  }

  private FSDataOutputStream create(Path file) throws IOException {
    boolean unused = fs.mkdirs(directory, OWN);
    return fs.createFile(file).overwrite(true).replicate().build();
  }

  /** Begins to take entries, after it has settled those of a round that did not come to its end. */
  void begin() throws IOException {
    settle();
    open = create(new Path(directory, OPEN));
  }

  /** Puts entries on disk; after that, their policies may be set. */
  void give(List<PolicyChange> changes) throws IOException {
    FSDataOutputStream out = Objects.requireNonNull(open, "not begun");
    for (PolicyChange change : changes) {
      out.writeLong(entry(change.inode(), change.policy()));
    }
    out.hsync();
  }

  /** Ends it: all policies of the entries are set, or will never be. */
  void settle() throws IOException {
    close();
    Path left = new Path(directory, OPEN);
    if (fs.exists(left)) {
      for (int tries = 0; !fs.recoverLease(left); tries++) {
        if (tries == LEASE_TRIES) {
          throw new IOException("the lease of " + left + " cannot be recovered");
        }
        sleep();
      }
      long now = fs.getClient().getNamenode().getCurrentEditLogTxid();
      fs.rename(left, new Path(directory, ENDED + now), Rename.OVERWRITE);
    }
  }

  private static void sleep() throws InterruptedIOException {
    try {
      TimeUnit.MILLISECONDS.sleep(LEASE_WAIT_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (InterruptedIOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  @Override
  public void close() throws IOException {
    FSDataOutputStream out = open;
    open = null;
    if (out != null) {
      out.close();
    }
  }
}
