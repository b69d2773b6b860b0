package org.tieredhdfs.mover.service.journal;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.apache.hadoop.hdfs.protocol.RecoveryInProgressException;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.ipc.RemoteException;

/**
 * The lock of the active instance: a file in HDFS that it keeps open for writing.
 *
 * <p>The NameNode grants that to one client and takes it back when the client has been silent for
 * its lease's soft limit, a minute. Used by one thread.
 */
public final class LeaderLock implements Closeable {
  private final FSDataOutputStream file;

  private LeaderLock(FSDataOutputStream file) {
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
      return signed(file);
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
  private static LeaderLock signed(FSDataOutputStream file) throws IOException {
    try {
      file.write(
          (InetAddress.getLocalHost().getHostName() + ' ' + ProcessHandle.current().pid() + '\n')
              .getBytes(StandardCharsets.UTF_8));
      file.hsync();
      return new LeaderLock(file);
    } catch (IOException | RuntimeException e) {
      IOUtils.closeStream(file);
      throw e;
    }
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
