package org.tieredhdfs.tiering.round;

import java.io.Closeable;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PrimitiveIterator;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HAUtil;
import org.apache.hadoop.hdfs.NameNodeProxies;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.tiering.rule.Provenance;

/**
 * The policies that rules have given to files, in files of HDFS, since whoever is the active
 * instance next has to know them.
 *
 * <p>An entry is a number of eight bytes: that of the inode, and in its last four bits that of the
 * policy; 0 if the file has none from a rule any more. It is on disk before a policy is set, and
 * after one is taken back. Each round has a file of entries of its own, {@code open-ID}. At its end
 * the file is named by a transaction by which the policies were set, {@code until-N}: an image that
 * holds it shows which entries are of use yet. Those are put together as {@code all-N}, which voids
 * all files up to the same transaction at once, whether they are deleted yet or not. The newest
 * entry of an inode counts. Used by one thread.
 */
final class GivenPolicies implements Provenance, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(GivenPolicies.class);
  private static final String OPEN = "open-";
  private static final String FRESH = "fresh";
  private static final String ENDED = "until-";
  private static final String ALL = "all-";

  /** Also that of an earlier version, which had one for all rounds. */
  private static final Pattern OPEN_NAME = Pattern.compile("open(-[0-9a-f-]{1,40})?");

  private static final Pattern ENDED_NAME = Pattern.compile("(until|all)-([0-9]{1,18})");

  /** Without an image that is newer entries cannot be put together: so many files are enough. */
  private static final int MOST_FILES = 500;

  private static final int POLICY_BITS = 4;
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int LEASE_TRIES = 120;
  private static final long LEASE_WAIT_MS = 500;
  private static final FsPermission OWN = new FsPermission((short) 0700);

  private final DistributedFileSystem fs;
  private final Path directory;

  /** What {@link #dropVoid} replaces. */
  private final List<Path> settled = new ArrayList<>();

  /** By inode: what the image shows, if it is of use yet. */
  private long[] old = new long[0];

  /** By inode: what was given after the image. */
  private long[] later = new long[0];

  private final BitSet inUse = new BitSet();
  private long oldUntil;
  private int laterFiles;
  private final Path own;
  private @Nullable FSDataOutputStream open;

  /**
   * Reads what is known.
   *
   * @param transaction the last one of the image that will be looked at
   */
  GivenPolicies(DistributedFileSystem fs, Path directory, long transaction) throws IOException {
    this.fs = fs;
    this.directory = fs.makeQualified(directory);
    this.own = new Path(this.directory, OPEN + UUID.randomUUID());
    List<FileStatus> files = files(fs, this.directory);
    long allUntil =
        files.stream().filter(file -> isAll(file)).mapToLong(file -> until(file)).max().orElse(-1);
    for (FileStatus file : files) {
      long until = until(file);
      boolean isVoid = until < allUntil || (until == allUntil && !isAll(file));
      if (until <= transaction || isVoid) {
        settled.add(file.getPath());
      }
      if (isVoid) {
        continue;
      }
      if (until <= transaction) {
        oldUntil = until;
        old = merged(old, read(file));
      } else {
        laterFiles++;
        later = merged(later, read(file));
      }
    }
  }

  /** Those of entries, the oldest first. */
  private static List<FileStatus> files(DistributedFileSystem fs, Path directory)
      throws IOException {
    List<FileStatus> files = new ArrayList<>();
    if (fs.exists(directory)) {
      for (FileStatus file : fs.listStatus(directory)) {
        String name = file.getPath().getName();
        if (OPEN_NAME.matcher(name).matches() || ENDED_NAME.matcher(name).matches()) {
          files.add(file);
        }
      }
      files.sort(Comparator.comparingLong(GivenPolicies::until));
    }
    return files;
  }

  private static boolean isAll(FileStatus file) {
    return file.getPath().getName().startsWith(ALL);
  }

  private static long until(FileStatus file) {
    Matcher ended = ENDED_NAME.matcher(file.getPath().getName());
    return ended.matches() ? Long.parseLong(ended.group(2)) : Long.MAX_VALUE;
  }

  /** The policy that a rule gave after the image, 0 if it took one back; -1 if none did. */
  int givenSince(long inode) {
    int from = from(inode);
    return from < later.length && inode(later[from]) == inode
        ? (int) (later[from] & ((1 << POLICY_BITS) - 1))
        : -1;
  }

  private int from(long inode) {
    int at = Arrays.binarySearch(later, entry(inode, (byte) 0));
    return at < 0 ? -at - 1 : at;
  }

  /**
   * Refuses further rounds when too many have gone by since the image.
   *
   * @throws IOException if so, with what helps
   */
  void requireFewRounds() throws IOException {
    if (laterFiles >= MOST_FILES) {
      throw new IOException(
          "the NameNode has written no image for "
              + laterFiles
              + " rounds that changed something: rules rest until it does, as by hdfs dfsadmin"
              + " -saveNamespace");
    }
  }

  /** Up to the end, of which the NameNode need not know while another process writes. */
  private long[] read(FileStatus file) throws IOException {
    long[] all = new long[Math.toIntExact(file.getLen() / Long.BYTES) + 1];
    int length = 0;
    try (FSDataInputStream in = fs.open(file.getPath(), BUFFER_BYTES)) {
      while (true) {
        long one = in.readLong();
        if (length == all.length) {
          all = Arrays.copyOf(all, length * 2);
        }
        all[length++] = one;
      }
    } catch (EOFException e) {
      if (length < file.getLen() / Long.BYTES) {
        throw new IOException(file.getPath() + " is shorter than the NameNode says", e);
      }
      LOG.debug("{} is read", file.getPath(), e);
    }
    return newest(length == all.length ? all : Arrays.copyOf(all, length));
  }

  /** Of entries in the order of their time the last one of each inode, by inode. */
  private static long[] newest(long[] entries) {
    long[] sorted = entries.clone();
    Arrays.sort(sorted);
    Map<Long, Long> repeated = new HashMap<>();
    for (int i = 1; i < sorted.length; i++) {
      if (inode(sorted[i]) == inode(sorted[i - 1])) {
        repeated.put(inode(sorted[i]), 0L);
      }
    }
    if (repeated.isEmpty()) {
      return sorted;
    }
    for (long entry : entries) {
      repeated.computeIfPresent(inode(entry), (inode, before) -> entry);
    }
    return Arrays.stream(sorted)
        .filter(entry -> repeated.getOrDefault(inode(entry), entry) == entry)
        .distinct()
        .toArray();
  }

  /** One entry for each inode, of the newer ones where both have it. */
  private static long[] merged(long[] older, long[] newer) {
    if (older.length == 0 || newer.length == 0) {
      return older.length == 0 ? newer : older;
    }
    long[] both = new long[Math.addExact(older.length, newer.length)];
    int length = 0;
    int at = 0;
    for (long entry : newer) {
      while (at < older.length && inode(older[at]) < inode(entry)) {
        both[length++] = older[at++];
      }
      while (at < older.length && inode(older[at]) == inode(entry)) {
        at++;
      }
      both[length++] = entry;
    }
    while (at < older.length) {
      both[length++] = older[at++];
    }
    return Arrays.copyOf(both, length);
  }

  private static long entry(long inode, byte policy) {
    return inode << POLICY_BITS | policy;
  }

  private static long inode(long entry) {
    return entry >>> POLICY_BITS;
  }

  @Override
  public boolean isByRule(long inode, byte policy) {
    if (wasGivenSince(inode)) {
      return Arrays.binarySearch(later, entry(inode, policy)) >= 0;
    }
    int at = Arrays.binarySearch(old, entry(inode, policy));
    if (at >= 0) {
      inUse.set(at);
    }
    return at >= 0;
  }

  @Override
  public boolean wasGivenSince(long inode) {
    return givenSince(inode) >= 0;
  }

  /**
   * Drops the entries that the image has shown to be void; all its files must have been asked for.
   */
  void dropVoid() throws IOException {
    Path place = new Path(directory, ALL + oldUntil);
    boolean isDone = settled.size() == 1 && settled.contains(place);
    if (settled.isEmpty() || (isDone && inUse.cardinality() == old.length)) {
      return;
    }
    Path fresh = new Path(directory, FRESH);
    try (FSDataOutputStream out = create(fresh, true)) {
      put(out, inUse.stream().mapToLong(at -> old[at]));
    }
    // from here on the files of before are void
    fs.rename(fresh, place, Rename.OVERWRITE);
    for (Path file : settled) {
      if (!file.equals(place)) {
        boolean unused = fs.delete(file, false);
      }
    }
  }

  private FSDataOutputStream create(Path file, boolean isReplacing) throws IOException {
    boolean unused = fs.mkdirs(directory, OWN);
    return fs.createFile(file).overwrite(isReplacing).replicate().build();
  }

  /** Begins to take entries, in a file of its own; those of before are settled. */
  void begin() throws IOException {
    open = create(own, false);
  }

  /**
   * Puts entries on disk; after that, their policies may be set.
   *
   * @throws IOException also if another instance has settled this one's entries
   */
  void give(List<PolicyChange> changes) throws IOException {
    put(
        Objects.requireNonNull(open, "not begun"),
        changes.stream().mapToLong(change -> entry(change.inode(), change.policy())));
  }

  /**
   * Takes back entries whose policies were not set: what the files get from users now is theirs.
   */
  void takeBack(List<PolicyChange> changes) throws IOException {
    put(
        Objects.requireNonNull(open, "not begun"),
        changes.stream().mapToLong(change -> entry(change.inode(), change.hadOwn())));
  }

  private static void put(FSDataOutputStream out, LongStream entries) throws IOException {
    try {
      for (PrimitiveIterator.OfLong each = entries.iterator(); each.hasNext(); ) {
        out.writeLong(each.nextLong());
      }
      out.hsync();
    } catch (IOException e) {
      // another one than the stream's close will throw, which cannot be added to itself
      throw new IOException("what rules give cannot be written down", e);
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

  /** Settles its own entries: their policies are set, or will not be. */
  void end() throws IOException {
    boolean isBegun = open != null;
    close();
    if (isBegun) {
      settle(fs, own);
    }
  }

  /** Settles what other rounds have left open: they were killed, or are not to go on. */
  static void settleAll(DistributedFileSystem fs, Path directory) throws IOException {
    for (FileStatus file : files(fs, fs.makeQualified(directory))) {
      if (OPEN_NAME.matcher(file.getPath().getName()).matches()) {
        settle(fs, file.getPath());
      }
    }
  }

  private static void settle(DistributedFileSystem fs, Path left) throws IOException {
    for (int tries = 0; !fs.recoverLease(left); tries++) {
      if (tries == LEASE_TRIES) {
        throw new IOException("the lease of " + left + " cannot be recovered");
      }
      sleep();
    }
    fs.rename(left, new Path(left.getParent(), ENDED + transaction(fs)), Rename.NONE);
  }

  /** The active NameNode's: an observer knows none, and would be asked otherwise. */
  private static long transaction(DistributedFileSystem fs) throws IOException {
    ClientProtocol active =
        NameNodeProxies.createNonHAProxy(
                fs.getConf(),
                HAUtil.getAddressOfActive(fs),
                ClientProtocol.class,
                UserGroupInformation.getCurrentUser(),
                true)
            .getProxy();
    try {
      long transaction = active.getCurrentEditLogTxid();
      if (transaction < 0) {
        throw new IOException("the NameNode is not active yet");
      }
      return transaction;
    } finally {
      RPC.stopProxy(active);
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

  /** For a look only; a round may replace files meanwhile. */
  static GivenPolicies soFar(DistributedFileSystem fs, Path directory, long transaction)
      throws IOException {
    try {
      return new GivenPolicies(fs, directory, transaction);
    } catch (FileNotFoundException e) {
      LOG.debug("{} has changed", directory, e);
      return new GivenPolicies(fs, directory, transaction);
    }
  }
}
