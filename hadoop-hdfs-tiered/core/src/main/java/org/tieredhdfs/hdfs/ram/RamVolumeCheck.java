package org.tieredhdfs.hdfs.ram;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.types.CustomStorageType;
import org.tieredhdfs.hdfs.types.StorageTypeParser;

/**
 * Checks that volumes of RAM types are in memory.
 *
 * <p>A volume whose file system is not mounted is a directory on a disk: the DataNode would treat
 * it as memory and fill it. Hadoop's own RAM_DISK is left to Hadoop. Stateless.
 */
public final class RamVolumeCheck {

  /** Switches the check. */
  public static final ConfigKey ENABLED =
      ConfigKey.bool(
          "dfs.tiered.volume.ram.check",
          true,
          "DataNode",
          "Whether a DataNode refuses to start with a volume of a RAM type that is not on tmpfs,"
              + " ramfs or a file system mounted with DAX.");

  private static final String VOLUMES = DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY;
  private static final Pattern VOLUME = Pattern.compile("\\[(\\w*)](.+)");

  private RamVolumeCheck() {}

  /** A sentence for each volume of a RAM type in {@code conf} that does not lie in memory. */
  public static List<String> faults(Configuration conf) {
    return faults(conf, conf.getTrimmedStringCollection(VOLUMES), MountTable.OF_THIS_PROCESS);
  }

  /**
   * Checks volumes that a running DataNode is reconfigured to use.
   *
   * @param volumes the new value of {@code dfs.datanode.data.dir}
   * @throws IOException with a sentence for each, before anything is changed
   */
  public static void require(Configuration conf, String volumes) throws IOException {
    Configuration changed = new Configuration(false);
    changed.set(VOLUMES, volumes);
    Collection<String> listed = changed.getTrimmedStringCollection(VOLUMES);
    List<String> faults = faults(conf, listed, MountTable.OF_THIS_PROCESS);
    if (!faults.isEmpty()) {
      throw new IOException(String.join("; ", faults));
    }
  }

  static List<String> faults(Configuration conf, Collection<String> volumes, Path mountInfo) {
    if (ENABLED.fault(conf).isEmpty() && !ENABLED.getBoolean(conf)) {
      return List.of();
    }
    Set<String> ramTypes =
        StorageTypeParser.parse(conf::get).types().stream()
            .filter(CustomStorageType::ram)
            .map(CustomStorageType::name)
            .collect(Collectors.toSet());
    List<String> faults = new ArrayList<>();
    for (String volume : volumes) {
      Matcher parts = VOLUME.matcher(volume);
      if (parts.matches() && ramTypes.contains(parts.group(1).toUpperCase(Locale.ROOT))) {
        String type = parts.group(1).toUpperCase(Locale.ROOT);
        String found = notMemory(parts.group(2).strip(), mountInfo);
        if (!found.isEmpty()) {
          faults.add(sentence(volume, type, found));
        }
      }
    }
    return faults;
  }

  private static String sentence(String volume, String type, String found) {
    return String.format(
        "%s: '%s' is not allowed; %s is a RAM type, but the volume %s, not on tmpfs,"
            + " ramfs or a mount with DAX (is the RAM disk mounted? %s=false allows it)",
        VOLUMES, volume, type, found, ENABLED.name());
  }

  /** The file system of a directory, if it is not memory; empty if it is. */
  private static String notMemory(String location, Path mountInfo) {
    try {
      Path folder = Path.of(new org.apache.hadoop.fs.Path(location).toUri().getPath());
      Path real = existing(folder).toRealPath();
      return MountTable.read(mountInfo)
          .of(real, DeviceNumber.of(real))
          .map(m -> m.isMemory() ? "" : "is on " + m.type() + " (mounted on " + m.point() + ")")
          .orElse("is on a file system that " + mountInfo + " does not list");
    } catch (IOException | IllegalArgumentException e) {
      return "is on an unknown file system (" + e + ")";
    }
  }

  /** A DataNode makes the folder of a new volume: what counts is the one above. */
  private static Path existing(Path folder) throws IOException {
    for (Path path = folder.toAbsolutePath(); path != null; path = path.getParent()) {
      if (Files.exists(path)) {
        return path;
      }
    }
    throw new IOException("nothing of " + folder + " exists");
  }
}
