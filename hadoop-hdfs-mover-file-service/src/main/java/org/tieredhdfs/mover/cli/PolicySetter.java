package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.mover.rpc.ServiceErrors;

/** The work of {@code --policy}: sets one policy on several paths. */
final class PolicySetter {
  private PolicySetter() {}

  /** The name of a policy as the NameNode has it, for one in any case of letters. */
  private static String offered(FileSystem fileSystem, String name)
      throws IOException, UsageException {
    Collection<? extends BlockStoragePolicySpi> offered = fileSystem.getAllStoragePolicies();
    for (BlockStoragePolicySpi policy : offered) {
      if (policy.getName().equalsIgnoreCase(name)) {
        return policy.getName();
      }
    }
    throw refused(
        name,
        String.join(", ", offered.stream().map(BlockStoragePolicySpi::getName).sorted().toList()));
  }

  static UsageException refused(String name, String allowed) {
    return new UsageException(
        "--policy: '" + name + "' is not allowed; it has to be one of " + allowed);
  }

  /**
   * Sets it on each path; returns the paths on which it succeeded, and reports the others as
   * errors.
   *
   * @param name the policy in any case of letters
   * @throws UsageException if the NameNode does not offer it
   * @throws IOException if the NameNode cannot be asked, so that no other path needs to be tried
   */
  static List<String> set(ClusterRun run, FileSystem fileSystem, String name, List<String> paths)
      throws IOException, UsageException {
    String policy = offered(fileSystem, name);
    List<String> done = new ArrayList<>();
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
    return done;
  }
}
