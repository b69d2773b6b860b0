package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.namenode.PolicyTable;
import org.tieredhdfs.mover.rpc.ServiceErrors;

/** The work of {@code --policy}: sets one policy on several paths. */
final class PolicySetter {
  private static final Logger LOG = LoggerFactory.getLogger(PolicySetter.class);

  private PolicySetter() {}

  /** The policy of a name in any case of letters, if the NameNode offers it. */
  static BlockStoragePolicy offered(PolicyTable policies, String name) throws UsageException {
    BlockStoragePolicy policy = policies.policy(name);
    if (policy == null) {
      throw new UsageException(
          "--policy: '" + name + "' is not allowed; it has to be one of " + policies.names());
    }
    return policy;
  }

  /** Refuses a policy that not all clusters offer, before any of them is changed. */
  static void requireOffered(Configuration conf, String name, ClusterPaths paths)
      throws UsageException {
    for (URI uri : paths.byFileSystem().keySet()) {
      try (FileSystem fileSystem = FileSystem.newInstance(uri, conf)) {
        BlockStoragePolicy unused =
            offered(new PolicyTable((DistributedFileSystem) fileSystem, System::nanoTime), name);
      } catch (IOException e) {
        LOG.debug("Cannot ask {} now; its paths fail in their turn", uri, e);
      }
    }
  }

  /**
   * Sets it on each path, as the user themselves: the NameNode decides whether they may. Returns
   * the paths on which it succeeded, and reports the others as errors.
   *
   * @param policy in any case of letters
   * @throws IOException if the NameNode cannot be asked, so that no other path needs to be tried
   */
  static List<String> set(ClusterRun run, URI uri, String policy, List<String> paths)
      throws IOException {
    List<String> done = new ArrayList<>();
    try (FileSystem fileSystem = FileSystem.newInstance(uri, run.conf())) {
      for (String path : paths) {
        try {
          fileSystem.setStoragePolicy(new Path(path), policy);
          done.add(path);
        } catch (SocketException | UnknownHostException | SocketTimeoutException e) {
          throw e;
        } catch (IOException e) {
          String sentence = ServiceErrors.sentence(e);
          run.tellError(sentence.contains(path) ? sentence : path + ": " + sentence);
        }
      }
    }
    return done;
  }
}
