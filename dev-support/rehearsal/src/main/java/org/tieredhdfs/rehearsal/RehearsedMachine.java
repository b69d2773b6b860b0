package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One machine of a cluster: a Hadoop and an HBase of its own, unpacked as from their binary
 * distributions.
 *
 * @param hadoop its {@code HADOOP_HOME}
 * @param hbase its {@code HBASE_HOME}
 */
record RehearsedMachine(String name, Path hadoop, Path hbase) {

  /** A machine below {@code folder}; jars are linked, not copied. */
  static RehearsedMachine make(String name, Path folder, Path hadoop, Path hbase)
      throws IOException {
    RehearsedMachine machine =
        new RehearsedMachine(name, folder.resolve("hadoop"), folder.resolve("hbase"));
    copy(hadoop, machine.hadoop);
    copy(hbase, machine.hbase);
    return machine;
  }

  private static void copy(Path from, Path to) throws IOException {
    for (Path source : tree(from)) {
      Path target = to.resolve(from.relativize(source).toString());
      if (Files.isDirectory(source, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectories(target);
      } else if (source.toString().endsWith(".jar")) {
        Files.createLink(target, source.toRealPath());
      } else {
        Files.copy(source, target, LinkOption.NOFOLLOW_LINKS);
      }
    }
  }

  private static List<Path> tree(Path root) throws IOException {
    try (Stream<Path> walk = Files.walk(root)) {
      return walk.sorted().toList();
    }
  }

  Path hadoopConf() {
    return hadoop.resolve("etc/hadoop");
  }

  Path hbaseConf() {
    return hbase.resolve("conf");
  }

  List<String> hdfs(String... arguments) {
    return command(hadoop.resolve("bin/hdfs"), arguments);
  }

  List<String> hbase(String... arguments) {
    return command(hbase.resolve("bin/hbase"), arguments);
  }

  private static List<String> command(Path program, String... arguments) {
    return Stream.concat(Stream.of(program.toString()), Stream.of(arguments)).toList();
  }

  /**
   * What is installed: each file below both homes with its permissions, size and, but for jars, its
   * text. Site files are the operator's and left out.
   */
  Map<String, String> inventory() throws IOException {
    Map<String, String> inventory = new TreeMap<>();
    for (Path root : List.of(hadoop, hbase)) {
      for (Path path : tree(root)) {
        if (path.toString().endsWith("-site.xml")) {
          continue;
        }
        inventory.put(root.getFileName() + "/" + root.relativize(path), describe(path));
      }
    }
    return inventory;
  }

  private static String describe(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      return "link to " + Files.readSymbolicLink(path);
    }
    if (Files.isDirectory(path)) {
      return "directory";
    }
    String described = Files.getPosixFilePermissions(path) + " " + Files.size(path);
    return path.toString().endsWith(".jar")
        ? described
        : described + " " + Files.readString(path, StandardCharsets.ISO_8859_1);
  }
}
