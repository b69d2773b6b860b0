package org.tieredhdfs.rehearsal.stock.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/**
 * A process of one client that tries every operation on one kind of file, and prints a line for
 * each.
 */
public final class ProbeMain {

  public static final String RESULT = "result\t";

  public static final String OK = "ok";
  public static final String FAILED = "failed";
  public static final String NOT_OFFERED = "not-offered";

  private static final int SUBJECT_BEGIN = 3;

  private ProbeMain() {}

  /** The operations of one client; each throws an exception that says what is wrong. */
  public interface Operations {
    void run(Operation operation) throws Exception;
  }

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
        case "prepare" -> prepare((DistributedFileSystem) fs, subject);
        case "api" -> {
          fs.mkdirs(new Path(subject.own()));
          runAll(new FileSystemOperations(fs, subject), System.out::println);
        }
        case "shell" -> {
          fs.mkdirs(new Path(subject.own()));
          java.nio.file.Path folder = Files.createTempDirectory("stock-client");
          runAll(new ShellOperations(conf, subject, folder), System.out::println);
        }
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
  }

  /** Makes, with this project's client, the directory of one kind of files, and a file there. */
  private static void prepare(DistributedFileSystem fs, Subject subject) throws IOException {
    Path root = new Path(subject.root());
    fs.mkdirs(root);
    fs.setStoragePolicy(root, subject.policy());
    if (subject.isErasureCoded()) {
      fs.enableErasureCodingPolicy(subject.erasureCoding());
      fs.setErasureCodingPolicy(root, subject.erasureCoding());
    }
    fs.setQuotaByStorageType(root, StorageType.DISK, Subject.DISK_QUOTA_BYTES);
    fs.setQuotaByStorageType(
        root, StorageType.valueOf(subject.customType()), Subject.CUSTOM_QUOTA_BYTES);
    fs.setQuota(root, HdfsConstants.QUOTA_DONT_SET, 1L << 40);
    try (FSDataOutputStream out = fs.create(new Path(subject.given()))) {
      out.write(Subject.content(Subject.FILE_BYTES));
    }
  }

  public static void runAll(Operations operations, Consumer<String> out) {
    for (Operation operation : Operation.values()) {
      out.accept(RESULT + operation + "\t" + outcome(operations, operation));
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
