package org.tieredhdfs.rehearsal.example;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.localcluster.media.VolumeLayout;

/**
 * A ready configuration as it stands in its directory.
 *
 * @param name of the directory
 * @param hdfs what its {@code hdfs-site.xml} holds
 * @param hbase what its {@code hbase-site.xml} holds
 * @param regionServerOptions Java options that its {@code hbase-env.sh} gives a RegionServer
 * @param tables what its {@code tables.rb} creates
 * @param landings where its README says that files land
 */
public record Example(
    String name,
    Map<String, String> hdfs,
    Map<String, String> hbase,
    List<String> regionServerOptions,
    List<ShellTable> tables,
    Landings landings) {
  /** Where the examples are, below the root of the repository. */
  public static final Path PLACE = Path.of("ycsb-profiles", "profiles");

  static final String DATA_DIR = "dfs.datanode.data.dir";
  private static final Pattern STORAGE_TYPE = Pattern.compile("\\[([A-Z0-9_]+)\\]");
  private static final long SHELL_LIMIT_SEC = 30;

  /** The names of all examples in a directory, sorted. */
  public static List<String> names(Path place) throws IOException {
    try (Stream<Path> entries = Files.list(place)) {
      return entries
          .filter(Files::isDirectory)
          .map(directory -> directory.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  /**
   * Reads an example.
   *
   * @throws IllegalArgumentException if a file of it is not understood
   */
  public static Example read(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException(
          "there is no example '" + directory.getFileName() + "' in " + directory.getParent());
    }
    return new Example(
        directory.getFileName().toString(),
        site(directory.resolve("hdfs-site.xml")),
        site(directory.resolve("hbase-site.xml")),
        regionServerOptions(directory.resolve("hbase-env.sh")),
        ShellTables.parse(Files.readString(directory.resolve("tables.rb"))),
        Landings.parse(Files.readString(directory.resolve("README.md"))));
  }

  private static Map<String, String> site(Path file) throws IOException {
    Files.size(file); // a Configuration takes a missing file for an empty one
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    Map<String, String> site = new TreeMap<>();
    conf.forEach(entry -> site.put(entry.getKey(), entry.getValue()));
    return site;
  }

  /** What a shell makes of the fragment. */
  private static List<String> regionServerOptions(Path script) throws IOException {
    Process shell =
        new ProcessBuilder(
                "bash", "-euc", ". \"$1\" && echo $HBASE_REGIONSERVER_OPTS", "-", script.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      if (!shell.waitFor(SHELL_LIMIT_SEC, TimeUnit.SECONDS) || shell.exitValue() != 0) {
        shell.destroyForcibly();
        throw new IOException(script + " does not work: " + said);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a shell read " + script, e);
    }
    return List.of(said.split("\\s+", -1));
  }

  /** The table whose files are looked at: the first of those that are created. */
  String rowsTable() {
    return tables.get(0).name();
  }

  /** Whether the place of such files is said, and looked at. */
  boolean has(ExampleFile file) {
    return landings.types().containsKey(file);
  }

  /** The volumes of one DataNode, by what stands before their paths. */
  VolumeLayout layout() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    Matcher type = STORAGE_TYPE.matcher(hdfs.getOrDefault(DATA_DIR, ""));
    while (type.find()) {
      counts.merge(type.group(1), 1, Integer::sum);
    }
    return new VolumeLayout(counts);
  }
}
