package org.tieredhdfs.localcluster.spec;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.tieredhdfs.linux.VolumeFileSystem;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.VolumeLayout;

/** The specification of a local cluster; created by {@link #builder}, immutable. */
public final class ClusterSpec {
  private final Builder values;
  private final ClusterDirs dirs;

  private ClusterSpec(Builder values, ClusterDirs dirs) {
    this.values = values;
    this.dirs = dirs;
  }

  /** A spec with the defaults of {@code tiered up}. */
  public static Builder builder(Path dir, ClassPaths classPaths) {
    return new Builder(dir, classPaths);
  }

  public ClusterDirs dirs() {
    return dirs;
  }

  /** Whether the daemons run without this project's jars. */
  public boolean isStock() {
    return values.stock;
  }

  public boolean isEmulated() {
    return values.emulated;
  }

  /** Of volumes on emulated devices. */
  public VolumeFileSystem fileSystem() {
    return values.fileSystem;
  }

  /** How the time of emulated media goes. */
  public MediaPace mediaPace() {
    return values.mediaPace;
  }

  public boolean hasHbase() {
    return values.hbase;
  }

  public int dataNodes() {
    return values.dataNodes;
  }

  public int regionServers() {
    return values.hbase ? values.regionServers : 0;
  }

  public VolumeLayout layout() {
    return values.layout;
  }

  /** The volumes of one DataNode. */
  public VolumeLayout layout(int dataNode) {
    return values.nodeLayouts.getOrDefault(dataNode, values.layout);
  }

  /** Settings of one DataNode alone, which come last. */
  public Map<String, String> settings(int dataNode) {
    return Map.copyOf(values.nodeSettings.getOrDefault(dataNode, Map.of()));
  }

  public Duration startLimit() {
    return values.startLimit;
  }

  /** Additional settings, by key. */
  public Map<String, String> settings() {
    return Map.copyOf(values.settings);
  }

  /** Additional JVM options for daemons and tools. */
  public List<String> javaOptions() {
    return List.copyOf(values.javaOptions);
  }

  /** Options of the Java of the daemons of one kind, which come last. */
  public List<String> javaOptions(Role role) {
    return values.roleOptions.getOrDefault(role, List.of());
  }

  /** The archive of the classes of a daemon; of none that has other classes than the rest. */
  public Optional<ClassArchive> classArchive(Daemon daemon) {
    return values.stockDaemons.contains(daemon.name())
        ? Optional.empty()
        : Optional.ofNullable(values.classArchives.get(daemon.role()));
  }

  /** Whether the launcher configures this project's plug-ins; otherwise the caller does. */
  public boolean namesPlugIns() {
    return !values.stock && values.plugIns;
  }

  /** The class path of the daemons, without configuration directories. */
  public String classPath() {
    return isStock() ? values.classPaths.stock() : values.classPaths.tiered();
  }

  /** The class path of one daemon, without configuration directories. */
  public String classPath(Daemon daemon) {
    return values.stockDaemons.contains(daemon.name()) ? values.classPaths.stock() : classPath();
  }

  /** The profile of volumes of a type. */
  public MediaProfile profile(String type) {
    return values.profiles.getOrDefault(type, MediaProfile.defaultOf(type, isInMemory(type)));
  }

  /** Whether volumes of this type are in memory, by Hadoop's definition or by the configuration. */
  public boolean isInMemory(String type) {
    return values.isInMemory(type);
  }

  /** The daemons in the order in which they are started. */
  public List<Daemon> daemons() {
    List<Daemon> daemons = new ArrayList<>();
    daemons.add(daemon(Role.NAMENODE.key(), Role.NAMENODE));
    for (int i = 0; i < dataNodes(); i++) {
      daemons.add(daemon(Daemon.dataNodeName(i), Role.DATANODE));
    }
    if (hasHbase()) {
      daemons.add(daemon(Role.ZOOKEEPER.key(), Role.ZOOKEEPER));
      daemons.add(daemon(Role.HMASTER.key(), Role.HMASTER));
      for (int i = 0; i < regionServers(); i++) {
        daemons.add(daemon(Daemon.regionServerName(i), Role.REGIONSERVER));
      }
    }
    return daemons;
  }

  private Daemon daemon(String name, Role role) {
    return new Daemon(name, role, values.heapsMb.getOrDefault(role, role.heapMb()));
  }

  /** Builds a specification; {@link #build} refuses impossible ones. */
  public static final class Builder {
    private static final int MAX_DAEMONS = 64;
    private static final int MIN_HEAP_MB = 32;

    private final Path dir;
    private final ClassPaths classPaths;
    private boolean stock;
    private boolean emulated;
    private VolumeFileSystem fileSystem = VolumeFileSystem.EXT4;
    private MediaPace mediaPace = MediaPace.of(MediaPace.DEFAULT_FACTOR);
    private boolean hbase = true;
    private int dataNodes = 3;
    private int regionServers = 1;
    private VolumeLayout layout = VolumeLayout.DEFAULT;
    private final Map<Integer, VolumeLayout> nodeLayouts = new LinkedHashMap<>();
    private final Map<Integer, Map<String, String>> nodeSettings = new LinkedHashMap<>();
    private final Set<String> stockDaemons = new HashSet<>();

    /** Many times what a start takes: machines have other work. */
    private Duration startLimit = Duration.ofMinutes(10);

    private final Map<String, String> settings = new LinkedHashMap<>();
    private final List<String> javaOptions = new ArrayList<>();
    private final Map<Role, List<String>> roleOptions = new EnumMap<>(Role.class);
    private boolean plugIns = true;
    private final Map<String, MediaProfile> profiles = new LinkedHashMap<>();
    private final Map<Role, Integer> heapsMb = new EnumMap<>(Role.class);
    private final Map<Role, ClassArchive> classArchives = new EnumMap<>(Role.class);

    private Builder(Path dir, ClassPaths classPaths) {
      this.dir = dir;
      this.classPaths = classPaths;
    }

    private Builder(Builder other) {
      this(other.dir, other.classPaths);
      stock = other.stock;
      emulated = other.emulated;
      fileSystem = other.fileSystem;
      mediaPace = other.mediaPace;
      hbase = other.hbase;
      dataNodes = other.dataNodes;
      regionServers = other.regionServers;
      layout = other.layout;
      nodeLayouts.putAll(other.nodeLayouts);
      stockDaemons.addAll(other.stockDaemons);
      other.nodeSettings.forEach(
          (dataNode, own) -> nodeSettings.put(dataNode, new LinkedHashMap<>(own)));
      startLimit = other.startLimit;
      settings.putAll(other.settings);
      javaOptions.addAll(other.javaOptions);
      roleOptions.putAll(other.roleOptions);
      plugIns = other.plugIns;
      profiles.putAll(other.profiles);
      heapsMb.putAll(other.heapsMb);
      classArchives.putAll(other.classArchives);
    }

    public Builder stock(boolean withoutOurJars) {
      this.stock = withoutOurJars;
      return this;
    }

    public Builder emulatedMedia(boolean onDevices) {
      this.emulated = onDevices;
      return this;
    }

    /** Of volumes on emulated devices; without, ext4. */
    public Builder fileSystem(VolumeFileSystem ofVolumes) {
      this.fileSystem = ofVolumes;
      return this;
    }

    /** How the time of emulated media goes; without, {@link MediaPace#DEFAULT_FACTOR} as slow. */
    public Builder mediaPace(MediaPace pace) {
      this.mediaPace = pace;
      return this;
    }

    public Builder hbase(boolean withHbase) {
      this.hbase = withHbase;
      return this;
    }

    public Builder dataNodes(int count) {
      this.dataNodes = count;
      return this;
    }

    public Builder regionServers(int count) {
      this.regionServers = count;
      return this;
    }

    public Builder layout(VolumeLayout volumesPerDataNode) {
      this.layout = volumesPerDataNode;
      return this;
    }

    /**
     * One DataNode with fewer types of volumes than the others.
     *
     * @throws IllegalArgumentException if it has a type that {@link #layout} does not name
     */
    public Builder layoutOf(int dataNode, VolumeLayout volumes) {
      if (!layout.counts().keySet().containsAll(volumes.counts().keySet())) {
        throw new IllegalArgumentException(
            "DataNode " + dataNode + ": there are only " + layout.counts().keySet());
      }
      nodeLayouts.put(dataNode, volumes);
      return this;
    }

    /** A setting of one DataNode's hdfs-site, in front of that of all. */
    public Builder settingOf(int dataNode, String key, String value) {
      nodeSettings.computeIfAbsent(dataNode, any -> new LinkedHashMap<>()).put(key, value);
      return this;
    }

    /** Has one DataNode run without our jars, beside others that have them. */
    public Builder stockDataNode(int dataNode) {
      stockDaemons.add(Daemon.dataNodeName(dataNode));
      return settingOf(dataNode, "dfs.datanode.plugins", "");
    }

    /** How long each group of daemons may take to come up. */
    public Builder startLimit(Duration limit) {
      this.startLimit = limit;
      return this;
    }

    /** A setting for core-site, hdfs-site or hbase-site, whichever its prefix says. */
    public Builder setting(String key, String value) {
      SiteFile.of(key);
      settings.put(key, value);
      return this;
    }

    /** An option for the Java of all daemons and tools, as on a command line. */
    public Builder javaOption(String option) {
      javaOptions.add(option);
      return this;
    }

    /** Options for the Java of the daemons of one kind, behind those that all have. */
    public Builder javaOptions(Role role, List<String> options) {
      roleOptions.put(role, List.copyOf(options));
      return this;
    }

    /** Without, only what {@link #setting} names of ours is plugged in. */
    public Builder plugIns(boolean byLauncher) {
      this.plugIns = byLauncher;
      return this;
    }

    public Builder profile(String type, MediaProfile profile) {
      profiles.put(type, profile);
      return this;
    }

    public Builder heapMb(Role role, int limitMb) {
      heapsMb.put(role, limitMb);
      return this;
    }

    /** An archive of classes for the daemons of one kind, to be made or to start from. */
    public Builder classArchive(Role role, ClassArchive archive) {
      classArchives.put(role, archive);
      return this;
    }

    /**
     * @throws IllegalArgumentException with one sentence that names the option and the value
     */
    public ClusterSpec build() {
      OptionRange.require("--datanodes", dataNodes, MAX_DAEMONS);
      OptionRange.require("--regionservers", regionServers, MAX_DAEMONS);
      if (startLimit.compareTo(Duration.ofSeconds(1)) < 0) {
        throw new IllegalArgumentException(
            "--timeout: '" + startLimit.toSeconds() + "' is not allowed; it has to be 1 or more");
      }
      heapsMb.forEach(Builder::requireHeap);
      if (stock) {
        layout.counts().keySet().forEach(VolumeLayout::stockType);
      }
      profiles.forEach(this::requireUse);
      return new ClusterSpec(new Builder(this), ClusterDirs.of(dir));
    }

    private boolean isInMemory(String type) {
      return VolumeLayout.isInMemory(type)
          || "true".equals(settings.get("dfs.tiered.storage.type." + type + ".ram"));
    }

    private static void requireHeap(Role role, int limitMb) {
      if (limitMb < MIN_HEAP_MB) {
        throw new IllegalArgumentException(
            String.format(
                "--heap %s: '%d' is not allowed; it has to be %d MB or more",
                role.key(), limitMb, MIN_HEAP_MB));
      }
    }

    private void requireUse(String type, MediaProfile profile) {
      if (!layout.counts().containsKey(type)) {
        throw new IllegalArgumentException(
            "--media-profile: there are no volumes of type '"
                + type
                + "'; there are "
                + String.join(", ", layout.counts().keySet()));
      }
      if (profile.model() != null && !emulated) {
        throw new IllegalArgumentException(
            "--media-profile: '" + type + "' is on no device; add --media emulated");
      }
    }
  }
}
