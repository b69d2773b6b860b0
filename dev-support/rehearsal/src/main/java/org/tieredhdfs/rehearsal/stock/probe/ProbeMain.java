package org.tieredhdfs.rehearsal.stock.probe;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * A process of one client that tries every operation on one kind of file, and prints a line for
 * each.
 */
public final class ProbeMain {

  /** The prefix of lines for the parent process. */
  public static final String RESULT = "result\t";

  public static final String OK = "ok";
  public static final String FAILED = "failed";
  public static final String NOT_OFFERED = "not-offered";

  private static final int SUBJECT_BEGIN = 3;

  private ProbeMain() {}

  /**
   * @param arguments {@code prepare}, {@code api} or {@code shell}; the file system's URI; host and
   *     port of the NameNode's HTTP server, for fsck; the parts of the subject
   */
  public static void main(String[] arguments) throws Exception {
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", arguments[1]);
    conf.set("dfs.namenode.http-address", arguments[2]);
    conf.setInt("dfs.blocksize", Subject.BLOCK_BYTES);
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 50);
    Subject subject = Subject.of(Arrays.copyOfRange(arguments, SUBJECT_BEGIN, arguments.length));
    try (FileSystem fs = FileSystem.newInstance(conf)) {
      switch (arguments[0]) {
        case "prepare" -> Preparation.run((DistributedFileSystem) fs, subject);
        case "api" -> {
          fs.mkdirs(new org.apache.hadoop.fs.Path(subject.own()));
          runAll(new FileSystemOperations(fs, subject), System.out);
        }
        case "shell" -> {
          fs.mkdirs(new org.apache.hadoop.fs.Path(subject.own()));
          Path folder = Files.createTempDirectory("stock-client");
          runAll(new ShellOperations(conf, subject, folder), System.out);
        }
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
  }

  /** Tries every operation and prints the outcome. */
  public static void runAll(Operations operations, PrintStream out) {
    for (Operation operation : Operation.values()) {
      out.println(RESULT + operation + "\t" + outcome(operations, operation));
    }
  }

  @SuppressWarnings("CatchingUnchecked") // whatever a client throws is its answer
  private static String outcome(Operations operations, Operation operation) {
    try {
      operations.run(operation);
      return OK + "\t";
    } catch (NotOfferedException e) {
      return NOT_OFFERED + "\t" + e.getMessage();
    } catch (Exception e) {
      return FAILED + "\t" + inOneLine(e);
    }
  }

  private static String inOneLine(Exception e) {
    String text = e.getClass().getSimpleName() + ": " + e.getMessage();
    return text.lines().findFirst().orElse("").replace('\t', ' ');
  }
}
