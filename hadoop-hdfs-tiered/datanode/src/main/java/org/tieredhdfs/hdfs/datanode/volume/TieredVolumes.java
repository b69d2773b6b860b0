package org.tieredhdfs.hdfs.datanode.volume;

import java.util.Map;
import java.util.TreeMap;

/** The health of the volumes of one DataNode, read from its registry when it is asked for. */
public final class TieredVolumes implements TieredVolumesMXBean {
  private final VolumeRegistry registry;

  public TieredVolumes(VolumeRegistry registry) {
    this.registry = registry;
  }

  @Override
  public int getHungVolumeCount() {
    return getHungVolumeMs().size();
  }

  @Override
  public Map<String, Long> getHungVolumeMs() {
    Map<String, Long> hung = new TreeMap<>();
    long now = System.nanoTime();
    for (VolumeState volume : registry.all()) {
      Judgement.Hang hang = volume.judgement().hang();
      if (hang != null) {
        hung.put(volume.path(), (now - hang.sinceNanos()) / 1_000_000);
      }
    }
    return hung;
  }

  @Override
  public Map<String, String> getStuckOperations() {
    Map<String, String> stuck = new TreeMap<>();
    for (VolumeState volume : registry.all()) {
      Judgement.Hang hang = volume.judgement().hang();
      if (hang != null) {
        stuck.put(volume.path(), hang.report());
      }
    }
    return stuck;
  }

  @Override
  public Map<String, String> getConditions() {
    Map<String, String> conditions = new TreeMap<>();
    for (VolumeState volume : registry.all()) {
      conditions.put(volume.path(), volume.condition().name());
    }
    return conditions;
  }

  @Override
  public Map<String, Integer> getOperationsInFlight() {
    Map<String, Integer> threads = new TreeMap<>();
    for (VolumeState volume : registry.all()) {
      threads.put(volume.path(), volume.threads());
    }
    return threads;
  }
}
