package org.tieredhdfs.rehearsal.example;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.localcluster.media.VolumeLayout;

/**
 * A ready configuration as it stands in its directory.
 *
 * @param hdfs what its {@code hdfs-site.xml} holds
 * @param hbase what its {@code hbase-site.xml} holds
 * @param regionServerOptions Java options that its {@code hbase-env.sh} gives a RegionServer
 * @param tables what its {@code tables.rb} creates
 * @param landings by its README, storage types of the replicas of each block, sorted by name
 */
public record Example(
    String name,
    Map<String, String> hdfs,
    Map<String, String> hbase,
    List<String> regionServerOptions,
    List<ShellTables.Created> tables,
    Map<ExampleFile, List<String>> landings) {
  /** Where the examples are, below the root of the repository. */
  public static final Path PLACE = Path.of("ycsb-profiles", "profiles");

  static final String DATA_DIR = "dfs.datanode.data.dir";
  private static final Pattern STORAGE_TYPE = Pattern.compile("\\[([A-Z0-9_]+)\\]");
  private static final Duration SHELL_LIMIT = Duration.ofSeconds(30);

  public static List<String> names(Path place) throws IOException {
    try (Stream<Path> entries = Files.list(place)) {
      return entries
          .filter(Files::isDirectory)
          .map(directory -> directory.getFileName().toString())
          .sorted()
          .toList();
    }
  }

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
        ExampleFile.landings(Files.readString(directory.resolve("README.md"))));
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
    String print = ". \"$1\" && echo $HBASE_REGIONSERVER_OPTS";
    String said = LinuxTool.run(SHELL_LIMIT, "bash", "-euc", print, "-", script.toString());
    return List.of(said.split("\\s+", -1));
  }

  /** The table whose files are looked at: the first of those that are created. */
  String rowsTable() {
    return tables.get(0).name();
  }

  /** Whether the place of such files is said, and looked at. */
  boolean has(ExampleFile file) {
    return landings.containsKey(file);
  }

  List<String> landing(ExampleFile file) {
    return landings.getOrDefault(file, List.of());
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
