package org.tieredhdfs.mover.namenode;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.NameNodeProxies;
import org.apache.hadoop.hdfs.inotify.EventBatchList;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.RollingUpgradeInfo;
import org.apache.hadoop.hdfs.server.namenode.CheckpointSignature;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.thirdparty.com.google.common.base.Throwables;
import org.apache.hadoop.util.Daemon;
import org.apache.hadoop.util.functional.CallableRaisingIOE;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.conf.MoverKeys;

/**
 * The connection to a NameNode, or to an HA pair, with the keys for block tokens.
 *
 * <p>The user of the process has to be a superuser of HDFS. Thread-safe.
 */
public final class NamenodeLink implements Closeable {
  private static final byte[] FROM_START = HdfsFileStatus.EMPTY_NAME;

  /** How many paths are looked up at a time, of many. */
  private static final int LOOKERS = 8;

  /** How many other calls there are at a time, at most. */
  private static final int CALLS = 64;

  private final DistributedFileSystem fileSystem;
  private final DFSClient client;
  private final NamenodeProtocol namenode;
  private final BlockKeys keys;
  private final NamenodeCalls calls;

  /** Those of the lookers: who follows events must not fall behind for walks. */
  private final NamenodeCalls lookups;

  private final ExecutorService lookers =
      Executors.newFixedThreadPool(LOOKERS, new Daemon.DaemonFactory());
  private final AtomicBoolean fallbackToSimpleAuth = new AtomicBoolean();

  /**
   * @param uri of the file system: {@code hdfs://nameservice}
   * @throws UnsupportedFileSystemException if it is no HDFS, or a Router's
   * @throws UnknownHostException if the NameNode's host has no address, which may pass
   */
  public NamenodeLink(Configuration conf, URI uri) throws IOException {
    FileSystem opened = open(conf, uri);
    if (!(opened instanceof DistributedFileSystem hdfs)) {
      opened.close();
      throw new UnsupportedFileSystemException(uri + " is no HDFS");
    }
    fileSystem = hdfs;
    long slowNs = TimeUnit.MILLISECONDS.toNanos(MoverKeys.NAMENODE_LATENCY.getDurationMs(conf));
    calls = new NamenodeCalls(CALLS, slowNs, System::nanoTime);
    lookups = new NamenodeCalls(LOOKERS, slowNs, System::nanoTime);
    NamenodeProtocol proxy = null;
    try {
      client = fileSystem.getClient();
      proxy =
          NameNodeProxies.createProxy(conf, uri, NamenodeProtocol.class, fallbackToSimpleAuth)
              .getProxy();
      namenode = proxy;
      boolean encrypts = fileSystem.getServerDefaults(new Path("/")).getEncryptDataTransfer();
      requireOneNamespace();
      keys = new BlockKeys(namenode, encrypts, conf, System::nanoTime);
    } catch (IOException | RuntimeException e) {
      if (proxy != null) {
        RPC.stopProxy(proxy);
      }
      fileSystem.close();
      throw e;
    }
  }

  private static FileSystem open(Configuration conf, URI uri) throws IOException {
    try {
      return FileSystem.newInstance(uri, conf);
    } catch (IllegalArgumentException e) {
      if (e.getCause() instanceof UnknownHostException unknown) {
        throw unknown;
      }
      throw e;
    }
  }

  /** A Router would take an inode of one namespace for one of another, and has no events. */
  private void requireOneNamespace() throws IOException {
    try {
      // It has nothing to look for then
      EventBatchList unused = events(Long.MAX_VALUE);
    } catch (RemoteException e) {
      if (UnsupportedOperationException.class.getName().equals(e.getClassName())) {
        throw new UnsupportedFileSystemException(
            fileSystem.getUri()
                + " is a Router; the mover works on one namespace: name its nameservice, such as"
                + " hdfs://ns1, with -fs or as fs.defaultFS");
      }
      throw e;
    }
  }

  public DistributedFileSystem fileSystem() {
    return fileSystem;
  }

  public BlockKeys keys() {
    return keys;
  }

  public AtomicBoolean fallbackToSimpleAuth() {
    return fallbackToSimpleAuth;
  }

  /** The file or directory at a path of this file system; null if there is none. */
  public @Nullable HdfsFileStatus status(String path) throws IOException {
    return status(calls, path);
  }

  private @Nullable HdfsFileStatus status(NamenodeCalls bound, String path) throws IOException {
    return unlessGone(path, () -> bound.make(() -> client.getFileInfo(path)));
  }

  /** The files and directories at paths, without those where there is nothing. */
  public Map<String, HdfsFileStatus> statuses(Collection<String> paths)
      throws IOException, InterruptedException {
    Map<String, HdfsFileStatus> found = new ConcurrentHashMap<>();
    Queue<String> left = new ConcurrentLinkedQueue<>(paths);
    Callable<Boolean> looker =
        () -> {
          try {
            for (String path = left.poll(); path != null; path = left.poll()) {
              HdfsFileStatus status = status(lookups, path);
              if (status != null) {
                found.put(path, status);
              }
            }
            return true;
          } finally {
            // after a failure the others need not go on
            left.clear();
          }
        };
    for (Future<Boolean> looked : lookers.invokeAll(Collections.nCopies(LOOKERS, looker))) {
      try {
        boolean unused = looked.get();
      } catch (ExecutionException e) {
        Throwable cause = Objects.requireNonNull(e.getCause());
        Throwables.throwIfUnchecked(cause);
        throw new IOException("cannot look up " + paths.size() + " paths", cause);
      }
    }
    return found;
  }

  /** The file with all its blocks and their locations; null if it no longer exists. */
  public @Nullable HdfsLocatedFileStatus look(FileRef file) throws IOException {
    String path = file.lookupPath();
    // unlike the block locations for reading, this leaves the access time alone
    return unlessGone(path, () -> calls.make(() -> client.getLocatedFileInfo(path, false)));
  }

  /**
   * The bytes that a file takes in HDFS, with all replicas.
   *
   * <p>A path in a snapshot tells only of that snapshot; its inode tells of all, as long as there
   * is one.
   */
  public long spaceBytes(FileRef file) throws IOException {
    long bytes = 0;
    for (String path : new TreeSet<>(List.of(file.lookupPath(), file.inodePath()))) {
      ContentSummary summary =
          unlessGone(
              path, () -> calls.make(false, () -> fileSystem.getContentSummary(new Path(path))));
      bytes = Math.max(bytes, summary == null ? 0 : summary.getSpaceConsumed());
    }
    return bytes;
  }

  /**
   * A part of a directory listing, with the blocks of its files and their locations.
   *
   * @param startAfter the last name of the part before; null for the first part
   * @return null if the directory is there no more
   */
  public @Nullable DirectoryListing list(FileRef directory, byte @Nullable [] startAfter)
      throws IOException {
    String path = directory.lookupPath();
    byte[] from = startAfter == null ? FROM_START : startAfter;
    return unlessGone(path, () -> calls.make(false, () -> client.listPaths(path, from, true)));
  }

  /**
   * Whether a file is closed.
   *
   * @throws FileNotFoundException if it is there no more
   */
  public boolean isClosed(FileRef file) throws IOException {
    String path = file.lookupPath();
    Boolean isClosed = unlessGone(path, () -> calls.make(() -> client.isFileClosed(path)));
    if (isClosed == null) {
      throw new FileNotFoundException(file + " no longer exists");
    }
    return isClosed;
  }

  /**
   * The NameNode's answer; null if nothing exists at the path.
   *
   * <p>By its inode it still finds what only a snapshot has, and refuses the path that it makes of
   * that as no path at all.
   */
  private static <T> @Nullable T unlessGone(String path, CallableRaisingIOE<@Nullable T> call)
      throws IOException {
    try {
      return call.apply();
    } catch (FileNotFoundException e) {
      return null;
    } catch (RemoteException e) {
      if (path.startsWith(FileRef.BY_INODE)
          && IllegalArgumentException.class.getName().equals(e.getClassName())) {
        // it exists only in a snapshot
        return null;
      }
      throw e;
    }
  }

  /** Sets the policy of a file or directory; null to have that of its directory. */
  public void setPolicy(String path, @Nullable String policy) throws IOException {
    Boolean unused =
        calls.make(
            false,
            () -> {
              if (policy == null) {
                fileSystem.unsetStoragePolicy(new Path(path));
              } else {
                fileSystem.setStoragePolicy(new Path(path), policy);
              }
              return true;
            });
  }

  /**
   * The namespace events from a transaction on, as many as one call returns. It waits for no other
   * call: one thread asks for them.
   */
  public EventBatchList events(long fromTransaction) throws IOException {
    return client.getNamenode().getEditsFromTxid(fromTransaction);
  }

  /**
   * Lets the NameNode begin a new edit segment, which it decodes from its start for each call of
   * {@link #events}.
   */
  public void rollEdits() throws IOException {
    CheckpointSignature unused = namenode.rollEditLog();
  }

  /** Makes the NameNode log a transaction, and with it all edits that are not on disk yet. */
  public void touch(Path path) throws IOException {
    fileSystem.setTimes(path, System.currentTimeMillis(), -1);
  }

  /** The last transaction of the namespace. */
  public long lastTransaction() throws IOException {
    return client.getNamenode().getCurrentEditLogTxid();
  }

  public boolean isInSafeMode() throws IOException {
    return fileSystem.isInSafeMode();
  }

  public DatanodeStorageReport[] liveDatanodes() throws IOException {
    return client.getDatanodeStorageReport(DatanodeReportType.LIVE);
  }

  public DatanodeStorageReport[] deadDatanodes() throws IOException {
    return client.getDatanodeStorageReport(DatanodeReportType.DEAD);
  }

  /** Whether there may be replicas that the NameNode hides: those in maintenance. */
  public boolean hidesReplicas() throws IOException {
    return client.datanodeReport(DatanodeReportType.IN_MAINTENANCE).length > 0
        || client.datanodeReport(DatanodeReportType.ENTERING_MAINTENANCE).length > 0;
  }

  /** Whether HDFS is being upgraded, so that old replicas would be kept for a rollback. */
  public boolean isUpgrading() throws IOException {
    if (!namenode.isUpgradeFinalized()) {
      return true;
    }
    RollingUpgradeInfo rolling =
        fileSystem.rollingUpgrade(HdfsConstants.RollingUpgradeAction.QUERY);
    return rolling != null && !rolling.isFinalized();
  }

  @Override
  public void close() throws IOException {
    lookers.shutdownNow();
    RPC.stopProxy(namenode);
    fileSystem.close();
  }
}
