package org.tieredhdfs.hdfs.paths;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.hdfs.paths.PathPolicyResult.Outcome;

/**
 * Sets the storage policies of directories, in a file system that supports policies.
 *
 * <p>First it looks at all directories, then it changes what has to be changed, parents before
 * children; a directory that fails stops none of the others. Applied twice, the second time finds
 * everything unchanged. Used by one thread.
 */
public final class PathPolicyApplier {
  private final FileSystem fileSystem;
  private final boolean dryRun;
  private final boolean create;

  /**
   * @param dryRun whether to tell only what would be done
   * @param create whether to make directories that are missing
   */
  public PathPolicyApplier(FileSystem fileSystem, boolean dryRun, boolean create) {
    this.fileSystem = fileSystem;
    this.dryRun = dryRun;
    this.create = create;
  }

  /**
   * A result for each entry, parents before children.
   *
   * @throws ConfigurationFaultsException if the file system does not offer one of the policies;
   *     nothing is changed then
   * @throws IOException if the file system cannot be asked; nothing is changed then
   */
  public List<PathPolicyResult> apply(Collection<PathPolicy> mapping) throws IOException {
    requireOffered(mapping);
    List<PathPolicy> ordered = new ArrayList<>(mapping);
    ordered.sort(Comparator.comparing(entry -> new Path(entry.path())));
    List<State> states = new ArrayList<>();
    for (PathPolicy entry : ordered) {
      states.add(lookAt(entry));
    }
    List<PathPolicyResult> results = new ArrayList<>();
    for (State state : states) {
      results.add(state.planned.isGood() && !dryRun ? execute(state) : state.planned);
    }
    return results;
  }

  private void requireOffered(Collection<PathPolicy> mapping) throws IOException {
    List<String> offered = offered();
    List<String> faults = new ArrayList<>();
    for (PathPolicy entry : mapping) {
      if (!offered.contains(entry.policy())) {
        String allowed =
            "one of the policies that "
                + fileSystem.getUri()
                + " offers: "
                + String.join(", ", offered);
        String written = entry.path() + "=" + entry.policy();
        faults.add(PathPolicyParser.MAPPING.refusal(written, allowed));
      }
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException("nothing is changed", faults);
    }
  }

  private List<String> offered() throws IOException {
    try {
      return fileSystem.getAllStoragePolicies().stream()
          .map(policy -> policy.getName().toUpperCase(Locale.ROOT))
          .sorted()
          .toList();
    } catch (UnsupportedOperationException e) {
      throw new IOException(fileSystem.getUri() + " does not support storage policies", e);
    }
  }

  /**
   * What is there and what is to be done.
   *
   * @param mayBeInherited whether the right policy may be in effect only because a parent has it
   */
  private record State(PathPolicyResult planned, boolean mayBeInherited) {}

  private State lookAt(PathPolicy entry) {
    Path path = new Path(entry.path());
    try {
      FileStatus status = fileSystem.getFileStatus(path);
      if (!status.isDirectory()) {
        return new State(result(entry, Outcome.NO_DIRECTORY, null, ""), false);
      }
      String policy = policyOf(path);
      boolean same = policy.equalsIgnoreCase(entry.policy());
      Outcome outcome = same ? Outcome.UNCHANGED : Outcome.CHANGED;
      return new State(result(entry, outcome, policy, ""), same && parentHas(path, policy));
    } catch (FileNotFoundException e) {
      Outcome outcome = create ? Outcome.CREATED : Outcome.MISSING;
      return new State(result(entry, outcome, null, ""), false);
    } catch (IOException | UnsupportedOperationException e) {
      return new State(result(entry, Outcome.FAILED, null, firstLine(e)), false);
    }
  }

  private String policyOf(Path path) throws IOException {
    return fileSystem.getStoragePolicy(path).getName();
  }

  /** File systems return the policy in effect, not whether it is set on the directory itself. */
  private boolean parentHas(Path path, String policy) {
    Path parent = path.getParent();
    try {
      return parent == null || policyOf(parent).equalsIgnoreCase(policy);
    } catch (IOException | UnsupportedOperationException e) {
      // the parent's policy is unknown, as at the root of a mount table: assume it is the same
      return true;
    }
  }

  private PathPolicyResult execute(State state) {
    PathPolicyResult planned = state.planned;
    Path path = new Path(planned.path());
    try {
      String detail = "";
      if (planned.outcome() == Outcome.CREATED) {
        detail = make(path);
      }
      if (planned.outcome() != Outcome.UNCHANGED || state.mayBeInherited) {
        fileSystem.setStoragePolicy(path, planned.newPolicy());
      }
      return new PathPolicyResult(
          planned.path(), planned.outcome(), planned.oldPolicy(), planned.newPolicy(), detail);
    } catch (IOException | RuntimeException e) {
      return new PathPolicyResult(
          planned.path(), Outcome.FAILED, planned.oldPolicy(), planned.newPolicy(), firstLine(e));
    }
  }

  /** Returns the owner, because a service that will use the directory is often another user. */
  private String make(Path path) throws IOException {
    if (!fileSystem.mkdirs(path)) {
      throw new IOException("cannot create the directory");
    }
    FileStatus made = fileSystem.getFileStatus(path);
    return "owner " + made.getOwner() + ":" + made.getGroup() + " " + made.getPermission();
  }

  private static PathPolicyResult result(
      PathPolicy entry, Outcome outcome, @Nullable String oldPolicy, String detail) {
    return new PathPolicyResult(entry.path(), outcome, oldPolicy, entry.policy(), detail);
  }

  private static String firstLine(Exception e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return message.lines().findFirst().orElse(e.toString());
  }
}
