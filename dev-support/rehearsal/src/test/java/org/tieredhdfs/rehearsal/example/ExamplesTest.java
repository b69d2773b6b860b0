package org.tieredhdfs.rehearsal.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.wal.WALFactory;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tieredhdfs.hdfs.conf.TieredConfigurationCheck;

/**
 * The ready examples as they stand; {@code dev-support/test-examples.sh} starts them. Whether
 * HBase's part is without fault, PlacementCheckTest tells.
 */
class ExamplesTest {
  private static final Path PLACE = Path.of("../..").resolve(Example.PLACE);
  private static final List<String> MIXES = List.of("ram-hdd", "ram-ssd", "ram-ssd-hdd", "ssd-hdd");
  private static final Pattern DIRECT_MEMORY = Pattern.compile("-XX:MaxDirectMemorySize=(\\d+)g");

  static Stream<Example> examples() throws IOException {
    return Example.names(PLACE).stream().map(ExamplesTest::read);
  }

  /** Those that are no case of a study: made to be used, not to be measured. */
  static Stream<Example> mixes() throws IOException {
    return examples().filter(example -> MIXES.contains(example.name()));
  }

  private static Example read(String name) {
    try {
      return Example.read(PLACE.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }

  @Test
  void thereIsOneForEachMix() throws IOException {
    assertThat(Example.names(PLACE)).hasSize(MIXES.size() + 12).containsAll(MIXES);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void ourKeysAreWithoutFault(Example example) {
    Configuration conf = new Configuration(false);
    example.hdfs().forEach(conf::set);
    // nothing is mounted on this machine where the examples have their memory
    conf.setBoolean("dfs.tiered.volume.ram.check", false);
    for (String daemon : List.of("NameNode", "DataNode")) {
      assertThat(TieredConfigurationCheck.faults(daemon, conf)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void filesLandOnMediaThatThereAre(Example example) {
    Set<String> types = example.layout().counts().keySet();
    example
        .landings()
        .forEach((file, landed) -> assertThat(types).as("%s", file).containsAll(landed));
    if (!types.contains("DISK")) {
      assertThat(example.hdfs().get("dfs.tiered.path.policies"))
          .as("HOT, which holds where nothing is said, has no fallback")
          .contains("/=");
    }
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void saysWhereAFileOfEachKindLands(Example example) {
    assertThat(example.landings()).containsOnlyKeys(ExampleFile.values());
  }

  @ParameterizedTest
  @MethodSource("examples")
  void nothingThatBelongsTogetherIsMissing(Example example) {
    Map<String, String> hdfs = example.hdfs();
    Map<String, String> hbase = example.hbase();
    assertThat(hbase)
        .containsKeys(
            "hbase.tiered.wal.policy",
            "hbase.tiered.flush.policy",
            "hbase.tiered.compaction.policy",
            "hbase.tiered.bulkload.policy",
            "hbase.tiered.mob.policy",
            "hbase.tiered.archive.policy")
        .containsEntry("hbase.regionserver.handler.count", "200");
    assertThat(hdfs)
        .containsEntry("dfs.datanode.handler.count", "64")
        .containsEntry("dfs.namenode.handler.count", "100")
        .containsKeys(
            "dfs.datanode.fsdataset.factory", "dfs.datanode.fsdataset.volume.choosing.policy")
        .containsEntry("dfs.mover.file.rule.archive.path", "/hbase/archive")
        .containsEntry("dfs.mover.file.rule.old-logs.path", "/hbase/oldWALs");
    boolean isWalInMemory = example.landing(ExampleFile.WAL).contains("RAMDISK");
    assertThat(hbase.containsKey("hbase.regionserver.hlog.blocksize")).isEqualTo(isWalInMemory);
  }

  /** A case of the study may: it is for measuring, and its README says what it costs. */
  @ParameterizedTest
  @MethodSource("mixes")
  void noLogIsInMemoryAlone(Example example) {
    Map<String, String> hbase = example.hbase();
    assertThat(hbase.get("hbase.tiered.wal.policy")).isNotEqualTo("ALL_RAMDISK");
    assertThat(Integer.parseInt(hbase.getOrDefault("hbase.hstore.blockingStoreFiles", "16")))
        .isGreaterThanOrEqualTo(16);
  }

  @ParameterizedTest
  @MethodSource("mixes")
  void directMemoryHoldsTheMemoryStores(Example example) {
    String options = String.join(" ", example.regionServerOptions());
    Matcher direct = DIRECT_MEMORY.matcher(options);
    assertThat(direct.find()).as(options).isTrue();
    int memstoreMb =
        Integer.parseInt(example.hbase().get("hbase.regionserver.offheap.global.memstore.size"));
    assertThat(Integer.parseInt(direct.group(1)) * 1024).isGreaterThanOrEqualTo(memstoreMb + 1024);
    // the master has the same hbase-site.xml, and would take its part at start
    assertThat(example.hbase()).doesNotContainKey("hbase.hregion.memstore.chunkpool.initialsize");
  }

  /** Hadoop and HBase pass a key over in silence that they do not know. */
  @Test
  void everyKeyIsInHadoopsOrHBasesOrOurClasses() throws IOException {
    Set<String> unknown = new TreeSet<>();
    Map<String, String> all = new TreeMap<>();
    examples().forEach(example -> all.putAll(example.hdfs()));
    examples().forEach(example -> all.putAll(example.hbase()));
    all.keySet().forEach(key -> unknown.add(stem(key)));
    unknown.removeIf(key -> key.startsWith("dfs.tiered.") || key.startsWith("dfs.mover.file."));
    unknown.removeIf(key -> key.startsWith("hbase.tiered."));
    assertThat(unknown).hasSizeGreaterThan(15);
    for (Class<?> known :
        List.of(HRegionServer.class, WALFactory.class, HConstants.class, DFSConfigKeys.class)) {
      removeFound(unknown, jarOf(known));
    }
    assertThat(unknown).isEmpty();
  }

  /** Hadoop puts the storage type behind this key. */
  private static String stem(String key) {
    String reserved = "dfs.datanode.du.reserved";
    return key.startsWith(reserved + ".") ? reserved : key;
  }

  private static Path jarOf(Class<?> known) {
    return Path.of(known.getProtectionDomain().getCodeSource().getLocation().getPath());
  }

  /** A string of a class stands in its file as it is. */
  private static void removeFound(Collection<String> keys, Path jar) throws IOException {
    try (JarFile open = new JarFile(jar.toFile())) {
      for (JarEntry entry : open.stream().collect(Collectors.toList())) {
        if (entry.getName().endsWith(".class") && !keys.isEmpty()) {
          try (InputStream in = open.getInputStream(entry)) {
            String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            keys.removeIf(text::contains);
          }
        }
      }
    }
  }
}
