package org.tieredhdfs.mover.rpc;

import java.security.PrivilegedExceptionAction;
import org.apache.hadoop.security.UserGroupInformation;
import org.tieredhdfs.mover.MoverCluster;

/** Users who ask a running service for something. */
final class ServiceUsers {

  /** What somebody does with the service. */
  interface Use<T> {
    T with(FileMoverClient client) throws Exception;
  }

  private ServiceUsers() {}

  static <T> T as(MoverCluster cluster, String user, Use<T> use) throws Exception {
    PrivilegedExceptionAction<T> action =
        () -> {
          try (FileMoverClient client = new FileMoverClient(cluster.conf, cluster.fs.getUri())) {
            return use.with(client);
          }
        };
    return UserGroupInformation.createRemoteUser(user).doAs(action);
  }
}
