package org.tieredhdfs.rehearsal.stock.probe;

import static org.tieredhdfs.rehearsal.stock.probe.Subject.BLOCK_BYTES;
import static org.tieredhdfs.rehearsal.stock.probe.Subject.FILE_BYTES;
import static org.tieredhdfs.rehearsal.stock.probe.Subject.content;
import static org.tieredhdfs.rehearsal.stock.probe.Subject.require;
import static org.tieredhdfs.rehearsal.stock.probe.Subject.requireContent;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.hdfs.tools.StoragePolicyAdmin;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;

/** The operations of the commands {@code hdfs dfs}, {@code storagepolicies} and {@code fsck}. */
record ShellOperations(Configuration conf, Subject subject, Path folder)
    implements ProbeMain.Operations {
  @Override
  public void run(Operation operation) throws Exception {
    switch (operation) {
      case LIST ->
          require(dfsText("-ls", subject.root()).contains(FILE_BYTES + " "), "not in the list");
      case READ -> requireContent(dfs("-cat", subject.given()), FILE_BYTES);
      case PREAD -> {
        byte[] tail = dfs("-tail", subject.given());
        byte[] whole = content(FILE_BYTES);
        require(
            tail.length > 0
                && Arrays.equals(
                    tail, Arrays.copyOfRange(whole, FILE_BYTES - tail.length, FILE_BYTES)),
            "other bytes at the end");
      }
      case WRITE -> written("written");
      case APPEND -> {
        String file = subject.own("appended");
        dfs("-put", "-f", put("first", 0, BLOCK_BYTES / 2), file);
        dfs("-appendToFile", put("rest", BLOCK_BYTES / 2, FILE_BYTES), file);
        requireContent(dfs("-cat", file), FILE_BYTES);
      }
      case TRUNCATE -> {
        String file = written("truncated");
        int length = BLOCK_BYTES + BLOCK_BYTES / 2;
        dfs("-truncate", "-w", Integer.toString(length), file);
        requireContent(dfs("-cat", file), length);
      }
      case HFLUSH -> throw new NotOfferedException("no such command");
      case SETREP -> {
        if (subject.isErasureCoded()) {
          throw new NotOfferedException("erasure-coded files have none");
        }
        String file = written("setrep");
        dfs("-setrep", "2", file);
        require(dfsText("-stat", "%r", file).strip().equals("2"), "the replication is not 2");
      }
      case RENAME -> {
        String file = written("before");
        dfs("-mv", file, subject.own("renamed"));
        requireContent(dfs("-cat", subject.own("renamed")), FILE_BYTES);
      }
      case DELETE -> {
        String file = written("deleted");
        dfs("-rm", "-skipTrash", file);
        require(!dfsText("-ls", subject.own()).contains(file), "it is still there");
      }
      case POLICY -> policy();
      case POLICIES ->
          require(
              text(() -> new StoragePolicyAdmin(conf), "-listPolicies")
                  .contains("{" + subject.policy()),
              "there is no " + subject.policy());
      case LOCATIONS -> throw new NotOfferedException("see fsck");
      case QUOTA -> {
        String found = dfsText("-count", "-q", "-t", "DISK", subject.root()).strip();
        String quota = Long.toString(Subject.DISK_QUOTA_BYTES);
        require(found.startsWith(quota + " "), "the quota of DISK is shown as " + found);
      }
      case CHECKSUM ->
          require(dfsText("-checksum", subject.given()).contains("CRC32C"), "there is none");
      case FSCK -> {
        String found =
            text(() -> new DFSck(conf), subject.root(), "-files", "-blocks", "-locations");
        require(found.contains("is HEALTHY"), "not healthy");
        require(
            found.contains("," + subject.customType() + "]"), "it does not name the storage type");
      }
    }
  }

  private byte[] dfs(String... arguments) throws Exception {
    return output(() -> new FsShell(conf), arguments);
  }

  private String dfsText(String... arguments) throws Exception {
    return new String(dfs(arguments), StandardCharsets.UTF_8);
  }

  private String text(Callable<Tool> tool, String... arguments) throws Exception {
    return new String(output(tool, arguments), StandardCharsets.UTF_8);
  }

  /**
   * What a tool prints; a tool that fails says why on the other stream.
   *
   * @param tool makes it, after the streams were changed: some keep those that they are made with
   */
  private byte[] output(Callable<Tool> tool, String... arguments) throws Exception {
    PrintStream standardOut = System.out;
    PrintStream standardErr = System.err;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    int exitCode;
    try {
      exitCode = ToolRunner.run(conf, tool.call(), arguments);
    } finally {
      System.out.flush();
      System.setOut(standardOut);
      System.setErr(standardErr);
    }
    if (exitCode != 0) {
      String said = err.toString(StandardCharsets.UTF_8) + out.toString(StandardCharsets.UTF_8);
      throw new IOException("exit code " + exitCode + ": " + said.strip());
    }
    return out.toByteArray();
  }

  private String put(String name, int from, int to) throws IOException {
    Path file = folder.resolve(name);
    Files.write(file, Arrays.copyOfRange(content(to), from, to));
    return file.toString();
  }

  private String written(String name) throws Exception {
    String file = subject.own(name);
    dfs("-put", "-f", put(name, 0, FILE_BYTES), file);
    requireContent(dfs("-cat", file), FILE_BYTES);
    return file;
  }

  private void policy() throws Exception {
    String directory = subject.own("policy");
    dfs("-mkdir", "-p", directory);
    text(
        () -> new StoragePolicyAdmin(conf),
        "-setStoragePolicy",
        "-path",
        directory,
        "-policy",
        subject.policy());
    String found =
        text(() -> new StoragePolicyAdmin(conf), "-getStoragePolicy", "-path", directory);
    require(found.contains("{" + subject.policy()), "the policy is shown as " + found.strip());
  }
}
