package org.tieredhdfs.hdfs.ram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.util.Tool;
import org.tieredhdfs.hdfs.command.CommandExit;
import org.tieredhdfs.hdfs.types.CustomStorageType;
import org.tieredhdfs.hdfs.types.StorageTypeParser;

/**
 * The command {@code lost-files}: lists files with blocks that have no replica left, and
 * distinguishes those with a memory-only policy.
 *
 * <p>Changes nothing. Used by one thread.
 */
public final class LostFilesCommand extends Configured implements Tool {
  private static final String HELP =
      """
      Usage: lost-files [Hadoop's options: -conf FILE, -D KEY=VALUE, -fs URI] [PATH...] [--json]

      Lists the files below each PATH (default: /) with a block that has no replica known to the
      NameNode, with their policy, the bytes lost, and why. A policy that keeps all replicas in memory
      loses them when the nodes that hold them lose power together. Changes nothing: you decide what
      to do with the files (hdfs dfs -rm).

        --json  print one JSON object with a list of files
        --help  print this help

      Non-superusers see only files they can read, and the command checks each of them. Superusers get
      the list from the NameNode, which is fast.

      Exit code: 0 no file is lost; 1 invalid command line; 3 at least one file is lost; 4 the file
      system cannot be reached, or a PATH does not exist.
      """;

  private final PrintStream out;
  private final PrintStream err;

  public LostFilesCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public int run(String[] args) {
    List<Path> roots = new ArrayList<>();
    boolean json = false;
    for (String arg : args) {
      if (arg.equals("--help")) {
        out.print(HELP);
        return CommandExit.DONE;
      } else if (arg.equals("--json")) {
        json = true;
      } else if (arg.startsWith("-") || arg.isEmpty()) {
        err.println("lost-files: unknown option '" + arg + "'; allowed: --json, --help");
        return CommandExit.USAGE;
      } else {
        roots.add(new Path(arg));
      }
    }
    try {
      return find(roots.isEmpty() ? List.of(new Path("/")) : roots, json);
    } catch (FileNotFoundException e) {
      err.println("lost-files: " + e.getMessage());
    } catch (IOException e) {
      err.println("lost-files: cannot query the file system: " + e.getMessage());
    }
    return CommandExit.UNREACHABLE;
  }

  private int find(List<Path> roots, boolean json) throws IOException {
    FileSystem fileSystem = FileSystem.get(roots.get(0).toUri(), getConf());
    if (!(fileSystem instanceof DistributedFileSystem fs)) {
      err.println("lost-files: " + fileSystem.getUri() + " is not HDFS");
      return CommandExit.UNREACHABLE;
    }
    warnOfWhatMayComeBack(fs);
    List<LostFile> lost = new ArrayList<>();
    LostFileFinder finder =
        new LostFileFinder(
            fs, ramTypes(), path -> err.println("lost-files: permission denied: " + path));
    for (Path root : roots) {
      finder.find(
          root,
          file -> {
            lost.add(file);
            if (!json) {
              print(file);
            }
          });
    }
    if (json) {
      out.println(new ObjectMapper().<JsonNode>valueToTree(Map.of("files", lost)));
    } else {
      printSum(lost);
    }
    return lost.isEmpty() ? CommandExit.DONE : CommandExit.FOUND;
  }

  /** A replica on a dead node may return, so it is not lost. */
  private void warnOfWhatMayComeBack(DistributedFileSystem fs) throws IOException {
    if (fs.setSafeMode(SafeModeAction.GET)) {
      err.println(
          "lost-files: the NameNode is in safe mode: the list may contain files whose"
              + " DataNodes have not reported yet");
    }
    try {
      int dead = fs.getDataNodeStats(DatanodeReportType.DEAD).length;
      if (dead > 0) {
        err.println(
            "lost-files: "
                + dead
                + " DataNodes are dead: replicas on their disks return when they do");
      }
    } catch (IOException e) {
      if (!LostFileFinder.isDenial(e)) {
        throw e;
      }
      // a plain user has to do without this hint
    }
  }

  private Set<String> ramTypes() {
    Set<String> types =
        StorageTypeParser.parse(getConf()::get).types().stream()
            .filter(CustomStorageType::ram)
            .map(CustomStorageType::name)
            .collect(Collectors.toSet());
    types.add("RAM_DISK");
    return types;
  }

  private void print(LostFile file) {
    out.printf(
        "%s  policy %s, %d of %d bytes lost in %d blocks: %s%n",
        file.path(),
        file.policy(),
        file.lostBytes(),
        file.bytes(),
        file.lostBlocks(),
        file.cause().words());
  }

  private void printSum(List<LostFile> lost) {
    long bytes = lost.stream().mapToLong(LostFile::lostBytes).sum();
    long inMemory =
        lost.stream().filter(file -> file.cause() == LostFile.Cause.MEMORY_ONLY).count();
    if (lost.isEmpty()) {
      out.println("No file is lost");
    } else {
      out.printf(
          "%d files are lost, %d bytes; %d of them have a memory-only policy%n",
          lost.size(), bytes, inMemory);
    }
  }
}
