package org.tieredhdfs.mover.rpc;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.rpc.ServiceOperations.Asked;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.GivenUpProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RetryResponseProto;

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
  private final Map<Path, Boolean> listed = new HashMap<>();

  private Caller(String user, UserGroupInformation inTheirName, DistributedFileSystem fileSystem) {
    this.user = user;
    this.inTheirName = inTheirName;
    this.fileSystem = fileSystem;
  }

  /**
   * @param known the users who have called before: connections to the NameNode are shared by what
   *     is in here, not by name
   */
  static Caller of(
      UserGroupInformation remote,
      Map<String, UserGroupInformation> known,
      Configuration conf,
      URI uri)
      throws IOException {
    UserGroupInformation service = UserGroupInformation.getLoginUser();
    String user = remote.getShortUserName();
    UserGroupInformation inTheirName =
        user.equals(service.getShortUserName())
            ? service
            : known.computeIfAbsent(
                user, name -> UserGroupInformation.createProxyUser(name, service));
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

  /** A request without the sentences, which begin with a path, of files that HDFS hides. */
  RequestStatusProto visible(RequestStatusProto request) throws IOException {
    return request.toBuilder()
        .clearWaitingFor()
        .addAllWaitingFor(visible(request.getWaitingForList(), request.getPath()))
        .clearFailures()
        .addAllFailures(visible(request.getFailuresList(), request.getPath()))
        .build();
  }

  /** The same of files that are to be tried again or were given up. */
  RetryResponseProto visible(RetryResponseProto files) throws IOException {
    RetryResponseProto.Builder shown = files.toBuilder().clearWaiting().clearGivenUp();
    for (RequestStatusProto one : files.getWaitingList()) {
      shown.addWaiting(visible(one));
    }
    for (GivenUpProto file : files.getGivenUpList()) {
      if (!visible(List.of(file.getPath()), "").isEmpty()) {
        shown.addGivenUp(file);
      }
    }
    return shown.build();
  }

  private List<String> visible(List<String> sentences, String asked) throws IOException {
    List<String> shown = new ArrayList<>();
    for (String sentence : sentences) {
      String path = sentence.replaceFirst(": .*", "");
      if (!path.startsWith("/") || path.equals(asked) || mayList(new Path(path).getParent())) {
        shown.add(sentence);
      }
    }
    return shown;
  }

  private boolean mayList(@Nullable Path directory) throws IOException {
    if (directory == null || listed.containsKey(directory)) {
      return directory == null || listed.getOrDefault(directory, false);
    }
    listed.put(directory, false);
    try {
      boolean unused =
          doAs(
              inTheirName,
              () -> {
                fileSystem.access(directory, FsAction.READ_EXECUTE);
                return true;
              });
    } catch (FileNotFoundException | AccessControlException e) {
      return false;
    }
    listed.put(directory, true);
    return true;
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
