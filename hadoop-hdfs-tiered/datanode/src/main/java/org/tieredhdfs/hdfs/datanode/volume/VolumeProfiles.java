package org.tieredhdfs.hdfs.datanode.volume;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.util.MBeans;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.profile.DatanodeProfiles;
import org.tieredhdfs.hdfs.profile.ExecutionProfile;
import org.tieredhdfs.hdfs.profile.Setting;
import org.tieredhdfs.hdfs.volumes.VolumesCommand;

/**
 * The volumes of one DataNode as JMX shows them until this is closed. Thread-safe; asks no disk.
 */
public final class VolumeProfiles implements VolumeProfilesMXBean, AutoCloseable {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final VolumeRegistry registry;
  private final DatanodeProfiles profiles;
  private final @Nullable ObjectName name;

  public VolumeProfiles(String datanodeUuid, VolumeRegistry registry, DatanodeProfiles profiles) {
    this.registry = registry;
    this.profiles = profiles;
    this.name = MBeans.register("DataNode", VolumesCommand.BEAN + datanodeUuid, this);
  }

  @Override
  public String getVolumes() {
    Map<String, Shown> byPath = new TreeMap<>();
    registry.all().forEach(volume -> byPath.put(volume.path(), shown(volume)));
    return MAPPER.valueToTree(byPath).toString();
  }

  private record Shown(String storageType, String state, Map<String, ShownSetting> settings) {}

  private record ShownSetting(String value, String source) {}

  private Shown shown(VolumeState volume) {
    Map<String, ShownSetting> settings = new LinkedHashMap<>();
    ExecutionProfile profile = profiles.of(volume.volume());
    if (profile != null) {
      for (Setting setting : Setting.values()) {
        ExecutionProfile.Held held = profile.held(setting);
        settings.put(
            setting.suffix(), new ShownSetting(setting.shown(held.number()), held.source()));
      }
    }
    return new Shown(volume.volume().getStorageType().name(), state(volume), settings);
  }

  private static String state(VolumeState volume) {
    Judgement.Hang hang = volume.judgement().hang();
    if (hang != null) {
      long ms = (System.nanoTime() - hang.sinceNanos()) / 1_000_000;
      return (hang.reading() ? "hangs for " : "hangs for writes for ") + ms + " ms";
    }
    return volume.isOpen() ? "in use" : "out of use";
  }

  @Override
  public void close() {
    MBeans.unregister(name);
  }
}
