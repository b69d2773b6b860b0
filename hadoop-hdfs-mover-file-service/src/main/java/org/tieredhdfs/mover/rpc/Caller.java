package org.tieredhdfs.mover.rpc;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.rpc.ServiceOperations.Asked;

/**
 * The user who makes a call. The NameNode decides in this user's name what is allowed, so that ACLs
 * and external authorizers apply.
 *
 * <p>The service has to be allowed to impersonate them by Hadoop's rules for proxy users; for
 * itself it needs no such rule. Used by one thread.
 */
final class Caller implements Closeable {
  private final String user;
  private final UserGroupInformation inTheirName;
  private final DistributedFileSystem fileSystem;

  private Caller(String user, UserGroupInformation inTheirName, DistributedFileSystem fileSystem) {
    this.user = user;
    this.inTheirName = inTheirName;
    this.fileSystem = fileSystem;
  }

  static Caller of(UserGroupInformation remote, Configuration conf, URI uri) throws IOException {
    UserGroupInformation service = UserGroupInformation.getLoginUser();
    String user = remote.getShortUserName();
    UserGroupInformation inTheirName =
        user.equals(service.getShortUserName())
            ? service
            : UserGroupInformation.createProxyUser(user, service);
    FileSystem fileSystem = doAs(inTheirName, () -> FileSystem.newInstance(uri, conf));
    return new Caller(user, inTheirName, (DistributedFileSystem) fileSystem);
  }

  private static <T> T doAs(UserGroupInformation user, PrivilegedExceptionAction<T> action)
      throws IOException {
    try {
      return user.doAs(action);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while calling the NameNode", e);
    }
  }

  String user() {
    return user;
  }

  /**
   * The file or directory at a path, if they may write it.
   *
   * @throws IOException with one sentence that names the path, if not
   */
  Asked writable(String path) throws IOException {
    if (!path.startsWith("/") || path.startsWith("/.reserved/")) {
      throw new IOException("'" + path + "' is not an absolute path");
    }
    return doAs(
        inTheirName,
        () -> {
          HdfsFileStatus status = fileSystem.getClient().getFileInfo(path);
          if (status == null) {
            throw new FileNotFoundException(path + ": no such file or directory");
          }
          FileRef file = new FileRef(status.getFileId(), path);
          // by inode id, so that no other file can take its place in between
          fileSystem.access(new Path(file.lookupPath()), FsAction.WRITE);
          return new Asked(file, status.isDirectory());
        });
  }

  /** Whether they are a superuser of HDFS. */
  boolean isSuperuser() throws IOException {
    try {
      // the cheapest call that only superusers may make
      long unused =
          doAs(inTheirName, () -> fileSystem.getClient().getNamenode().getCurrentEditLogTxid());
      return true;
    } catch (IOException e) {
      if (ServiceErrors.isRefusal(e)) {
        return false;
      }
      throw e;
    }
  }

  void requireSuperuser(String whatFor) throws IOException {
    if (!isSuperuser()) {
      throw new AccessControlException(
          user + " may not " + whatFor + ": that needs an HDFS superuser");
    }
  }

  @Override
  public void close() throws IOException {
    fileSystem.close();
  }
}
