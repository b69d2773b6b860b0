package org.tieredhdfs.mover.text;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * The explanation of one file, as text and, by its components, as JSON.
 *
 * @param policy the policy that holds, and from where
 * @param rule the rule of the service that fits its path, and what it says of the file
 * @param wouldBeMoved a line for each replica
 * @param notPossible a line for each block that cannot be brought to its place, and why
 * @param requests a line for each request of the service that is for it
 */
public record Explanation(
    String path,
    long inode,
    long bytes,
    int replication,
    boolean isOpen,
    String policy,
    String rule,
    List<Block> blocks,
    List<String> wouldBeMoved,
    List<String> notPossible,
    List<String> requests) {
  private static final int MAX_BLOCKS = 20;

  /**
   * A block.
   *
   * @param block its name
   * @param replicas address, storage type, and what is special of the DataNode, for each
   */
  public record Block(String block, long bytes, List<String> replicas) {}

  public void print(PrintStream out) {
    out.println(path);
    out.printf(
        Locale.ROOT,
        "  inode %d, %s, %d replicas, %d blocks%s%n",
        inode,
        Units.bytes(bytes),
        replication,
        blocks.size(),
        isOpen ? ", being written" : "");
    out.println("  policy: " + policy);
    out.println("  rule: " + rule);
    for (Block block : blocks.subList(0, Math.min(MAX_BLOCKS, blocks.size()))) {
      out.println("  " + block.block() + ": " + block.replicas());
    }
    if (blocks.size() > MAX_BLOCKS) {
      out.println("  and " + (blocks.size() - MAX_BLOCKS) + " more blocks, see --json");
    }
    wouldBeMoved.forEach(move -> out.println("  would be moved: " + move));
    notPossible.forEach(failure -> out.println("  not possible: " + failure));
    if (wouldBeMoved.isEmpty() && notPossible.isEmpty()) {
      out.println("  it is in place");
    }
    requests.forEach(request -> out.println("  request: " + request));
    if (requests.isEmpty()) {
      out.println("  request: none");
    }
  }
}
