package org.tieredhdfs.hdfs.datanode.volume;

import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.util.MBeans;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.command.JsonText;
import org.tieredhdfs.hdfs.profile.DatanodeProfiles;
import org.tieredhdfs.hdfs.profile.ExecutionProfile;
import org.tieredhdfs.hdfs.profile.Setting;
import org.tieredhdfs.hdfs.volumes.VolumesCommand;

/**
 * The volumes of one DataNode as JMX shows them until this is closed.
 *
 * <p>Thread-safe; asks no disk.
 */
public final class VolumeProfiles implements VolumeProfilesMXBean, AutoCloseable {
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
    Map<String, String> byPath = new TreeMap<>();
    for (VolumeState volume : registry.all()) {
      byPath.put(volume.path(), shown(volume));
    }
    StringJoiner all = new StringJoiner(",", "{", "}");
    byPath.forEach((path, volume) -> all.add(JsonText.quote(path) + ":" + volume));
    return all.toString();
  }

  private String shown(VolumeState volume) {
    ExecutionProfile profile = profiles.of(volume.volume());
    StringJoiner settings = new StringJoiner(",", "{", "}");
    if (profile != null) {
      for (Setting setting : Setting.values()) {
        ExecutionProfile.Held held = profile.held(setting);
        settings.add(
            String.format(
                "%s:{\"value\":%s,\"source\":%s}",
                JsonText.quote(setting.suffix()),
                JsonText.quote(setting.shown(held.number())),
                JsonText.quote(held.source())));
      }
    }
    return String.format(
        "{\"storageType\":%s,\"state\":%s,\"settings\":%s}",
        JsonText.quote(volume.volume().getStorageType().name()),
        JsonText.quote(state(volume)),
        settings);
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
