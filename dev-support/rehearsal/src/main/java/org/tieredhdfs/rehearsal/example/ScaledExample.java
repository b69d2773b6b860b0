package org.tieredhdfs.rehearsal.example;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Role;

/**
 * An example brought to the size of one machine: paths and ports are those of the local cluster,
 * memory is a fraction, and files are large from 1 MB on. All else stays.
 */
final class ScaledExample {
  /** A compacted file up to this size is small. */
  static final int SMALL_FILE_MAX_BYTES = 1 << 20;

  /** How long archived files and old logs are left alone where times are shortened. */
  static final int ARCHIVE_MIN_AGE_SEC = 20;

  private static final int MEMORY_DIVISOR = 32;

  private static final String MEMORY = "RAMDISK";

  /** Each file that is open takes a block of 64 MB, and there is nothing beside the memory. */
  private static final long MEMORY_ONLY_BYTES = 3L << 30;

  /** All daemons come up at once, on a machine that may have other work. */
  private static final Duration START_LIMIT = Duration.ofMinutes(10);

  private static final String MEMSTORE_MB = "hbase.regionserver.offheap.global.memstore.size";
  private static final String SMALL_MAX_SIZE = "hbase.tiered.compaction.small.max.size";
  private static final Pattern MEMORY_OPTION =
      Pattern.compile("(-Xms|-Xmx|-XX:MaxDirectMemorySize=)(\\d+)g");

  private final Example example;
  private final boolean realTimes;
  private final Map<String, String> changed = new LinkedHashMap<>();

  ScaledExample(Example example, boolean realTimes) {
    this.example = example;
    this.realTimes = realTimes;
  }

  ClusterSpec spec(Path dir, ClassPaths classPaths) {
    changed.clear();
    Map<String, String> settings = new TreeMap<>(example.hdfs());
    settings.remove(Example.DATA_DIR);
    settings.putAll(example.hbase());
    scale(settings);
    // among three idle nodes, one with two connections counts as too busy
    change(settings, "dfs.namenode.redundancy.considerLoad", "false");
    if (!realTimes) {
      change(settings, "hbase.tiered.archive.min.age", ARCHIVE_MIN_AGE_SEC + "s");
      change(settings, "hbase.hfile.compaction.discharger.interval", "2000");
    }
    ClusterSpec.Builder builder =
        ClusterSpec.builder(dir, classPaths)
            .plugIns(false)
            .startLimit(START_LIMIT)
            .layout(example.layout())
            .javaOptions(Role.REGIONSERVER, scaledOptions());
    if (example.layout().counts().keySet().equals(Set.of(MEMORY))) {
      builder.profile(MEMORY, MediaProfile.inMemory(MEMORY_ONLY_BYTES));
    }
    settings.forEach(builder::setting);
    return builder.build();
  }

  /** What was changed, as {@code key old -> new}; complete after {@link #spec}. */
  List<String> changes() {
    return changed.entrySet().stream().map(one -> one.getKey() + " " + one.getValue()).toList();
  }

  private void scale(Map<String, String> settings) {
    if (settings.containsKey(SMALL_MAX_SIZE)) {
      change(settings, SMALL_MAX_SIZE, Integer.toString(SMALL_FILE_MAX_BYTES));
    }
    String memstoreMb = settings.get(MEMSTORE_MB);
    if (memstoreMb != null) {
      int scaledMb = Integer.parseInt(memstoreMb) / MEMORY_DIVISOR;
      change(settings, MEMSTORE_MB, Integer.toString(scaledMb));
    }
  }

  private void change(Map<String, String> settings, String key, String value) {
    changed.put(key, settings.getOrDefault(key, "(default)") + " -> " + value);
    settings.put(key, value);
  }

  private List<String> scaledOptions() {
    List<String> options = new ArrayList<>();
    for (String option : example.regionServerOptions()) {
      Matcher memory = MEMORY_OPTION.matcher(option);
      String scaled = option;
      if (memory.matches()) {
        int scaledMb = Integer.parseInt(memory.group(2)) * 1024 / MEMORY_DIVISOR;
        scaled = memory.group(1) + scaledMb + "m";
        changed.put(memory.group(1), memory.group(2) + "g -> " + scaledMb + "m");
      }
      options.add(scaled);
    }
    return options;
  }
}
