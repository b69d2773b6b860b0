package org.tieredhdfs.mover.service.journal;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.RecoveryInProgressException;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.ipc.RemoteException;

/**
 * The lock of the active instance: a file in HDFS that it keeps open for writing.
 *
 * <p>The NameNode grants that to one client and takes it back when the client has been silent for
 * its lease's soft limit, a minute. {@link #requireHeld} is called by any thread, the others by
 * one.
 */
public final class LeaderLock implements Closeable {
  private final DFSClient client;
  private final long inode;
  private final FSDataOutputStream file;

  private LeaderLock(DFSClient client, long inode, FSDataOutputStream file) {
    this.client = client;
    this.inode = inode;
    this.file = file;
  }

  /**
   * Takes the lock.
   *
   * @throws HeldByOtherException if another instance has it
   */
  public static LeaderLock take(DistributedFileSystem fileSystem, Path path)
      throws IOException, HeldByOtherException {
    try {
      FSDataOutputStream file =
          fileSystem.exists(path)
              ? fileSystem.append(path)
              : fileSystem.createFile(path).overwrite(false).recursive().replicate().build();
      return signed(fileSystem.getClient(), path, file);
    } catch (IOException e) {
      IOException cause =
          e instanceof RemoteException remote
              ? remote.unwrapRemoteException(
                  AlreadyBeingCreatedException.class, RecoveryInProgressException.class)
              : e;
      if (cause instanceof AlreadyBeingCreatedException
          || cause instanceof RecoveryInProgressException) {
        throw new HeldByOtherException(cause);
      }
      throw cause;
    }
  }

  /** Its client would keep what is left open for itself, and from itself. */
  private static LeaderLock signed(DFSClient client, Path path, FSDataOutputStream file)
      throws IOException {
    try {
      file.write(
          (InetAddress.getLocalHost().getHostName() + ' ' + ProcessHandle.current().pid() + '\n')
              .getBytes(StandardCharsets.UTF_8));
      file.hsync();
      HdfsFileStatus status = client.getFileInfo(path.toUri().getPath());
      if (status == null) {
        throw new FileNotFoundException(path.toString());
      }
      return new LeaderLock(client, status.getFileId(), file);
    } catch (IOException | RuntimeException e) {
      IOUtils.closeStream(file);
      throw e;
    }
  }

  /**
   * Asks the NameNode.
   *
   * @throws IOException if another instance has the lock, or the NameNode does not answer
   */
  public void requireHeld() throws IOException {
    // by its number, whatever the path is now
    client.getNamenode().fsync("/.reserved/.inodes/" + inode, inode, client.getClientName(), -1);
  }

  /** Another instance is at work. */
  public static final class HeldByOtherException extends Exception {
    private static final long serialVersionUID = 1L;

    HeldByOtherException(Throwable cause) {
      super("another instance of the file mover's service is active", cause);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
